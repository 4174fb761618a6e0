// Finds the placeholders of a template, and fills them: `{{AbEntry/FirstName|customer}}`.
import { isObject } from '../../../base/text/json.ts'
import type { RecordQuestions, RecordRef } from '../types.ts'
import { ownPath } from './conditions.ts'

interface Placeholder {
  /** The path of the field, which begins with the entity. */
  readonly path: string
  /** What stands for an empty field. */
  readonly fallback: string
}

type Fields = { [name: string]: Fields | 1 }

/** Distinct fields of one template. */
export const mostPlaceholders = 50
/** Characters of a value. */
const longest = 500

const marked = /\{\{([^{}\n]{1,400})\}\}/g

function placeholderOf(inner: string): Placeholder {
  const [path = '', ...rest] = inner.split('|')
  return { path: path.trim(), fallback: rest.join('|').trim() }
}

export const placeholdersIn = (text: string): Placeholder[] =>
  [...text.matchAll(marked)].map(([, inner = '']) => placeholderOf(inner))

type Model = Pick<RecordQuestions, 'whyNoField'>

/** The names of the path below the entity; a field that is shown by a text ends with it. */
function stepsOf(model: Model, path: string, entity: string): string[] {
  const own = ownPath(path, entity).replace(/^\//, '')
  const isShown = model.whyNoField(entity, `${own}/DisplayValue`) === null
  return [...own.split('/'), ...(isShown ? ['DisplayValue'] : [])]
}

/** The fields that a Read needs to fill the placeholders. */
export const fieldsOf = (model: Model, placeholders: readonly Placeholder[], entity: string): Fields =>
  selected(placeholders.slice(0, mostPlaceholders * 2).map(({ path }) => stepsOf(model, path, entity)))

/** The fields of a Read that selects these paths. */
export function selected(paths: readonly (readonly string[])[]): Fields {
  const fields: Fields = {}
  for (const steps of paths) {
    let at = fields
    for (const [i, step] of steps.entries()) {
      const known = at[step]
      const next: Fields = typeof known === 'object' ? known : {}
      at[step] = i === steps.length - 1 && typeof known !== 'object' ? 1 : next
      at = next
    }
  }
  return fields
}

/** Replaces each placeholder once: a value that looks like one stays as it is. */
export const filled = (
  model: Model,
  template: string,
  { kind }: Pick<RecordRef, 'kind'>,
  values: Readonly<Record<string, unknown>>,
): string =>
  template.replace(marked, (_whole, inner: string) => {
    const { path, fallback } = placeholderOf(inner)
    const found = stepsOf(model, path, kind).reduce<unknown>((at, step) => (isObject(at) ? at[step] : null), values)
    return textOf(found).slice(0, longest) || fallback
  })

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.slice(0, 20).map(textOf).filter(Boolean).join(', ')
  if (isObject(value)) return textOf(value.DisplayValue ?? value.Value ?? null)
  // Without what would end the line of a header, or hide text.
  return String(value)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
}
