// Declares a webhook target, and parses and checks the members by which a client creates or changes one.
import type { Problems } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import { recorded, schemaKind } from '../../entities/index.ts'
import type { RowOf } from '../../storage/table.ts'
import type { targetTable } from '../tables.ts'

export type TargetRow = RowOf<typeof targetTable>

export const eventOperations = ['created', 'updated', 'deleted', 'restored', 'merged', 'erased'] as const
export const payloads = ['full', 'changes', 'thin'] as const
export const orders = ['record', 'strict'] as const

/** The entities that have events. */
export const eventEntities: readonly string[] = [...recorded, schemaKind]

/** The members of a target that a client sets; a list of null means all. */
export interface TargetSettings {
  readonly url: string
  readonly description: string | null
  readonly entities: readonly string[] | null
  readonly operations: readonly string[] | null
  readonly filter: unknown
  readonly payload: (typeof payloads)[number]
  readonly order: (typeof orders)[number]
  readonly enabled: boolean
}

export const settingsOf = (row: TargetRow): TargetSettings => ({
  url: row.url,
  description: row.description,
  entities: listOf(row.entities),
  operations: listOf(row.operations),
  filter: row.filter === null ? null : JSON.parse(row.filter),
  payload: row.payload as TargetSettings['payload'],
  order: row.ordering as TargetSettings['order'],
  enabled: row.enabled === 1,
})

const listOf = (json: string | null): readonly string[] | null => (json === null ? null : JSON.parse(json))

export const columnsOf = (settings: TargetSettings) => ({
  url: settings.url,
  description: settings.description,
  entities: settings.entities === null ? null : JSON.stringify(settings.entities),
  operations: settings.operations === null ? null : JSON.stringify(settings.operations),
  filter: settings.filter === null ? null : JSON.stringify(settings.filter),
  payload: settings.payload,
  ordering: settings.order,
  enabled: settings.enabled ? 1 : 0,
})

export const newTarget: TargetSettings = {
  url: '',
  description: null,
  entities: null,
  operations: null,
  filter: null,
  payload: 'changes',
  order: 'record',
  enabled: true,
}

const descriptionMaxLength = 500
/** Characters of a filter as JSON: it is parsed again whenever a node begins to deliver. */
const filterMaxLength = 20_000

type Parse<T> = (value: unknown, path: string, problems: Problems) => T | undefined

function wrong(problems: Problems, ...problem: Parameters<Problems['add']>): undefined {
  problems.add(...problem)
  return undefined
}

const oneOf =
  <const T extends readonly string[]>(allowed: T): Parse<T[number]> =>
  (value, path, problems) => {
    if (typeof value === 'string' && allowed.includes(value)) return value
    return wrong(
      problems,
      'InvalidValue',
      path,
      `${path} is one of ${allowed.join(', ')}, not ${JSON.stringify(value)}.`,
    )
  }

/** A list of names in any letter case, each once; null, or a list that names none, for all. */
const namesFrom =
  (known: readonly string[]): Parse<readonly string[] | null> =>
  (value, path, problems) => {
    if (value === null) return null
    if (!Array.isArray(value)) return wrong(problems, 'WrongType', path, `${path} is a list, not ${nameOf(value)}.`)
    const found = value.slice(0, known.length).map((name, i) => {
      const spelled = known.find(one => one.toLowerCase() === String(name).toLowerCase())
      if (spelled !== undefined) return spelled
      const here = `${path}[${i}]`
      problems.add('InvalidValue', here, suggest => `${here}: there is no ${name}.${suggest(String(name), known)}`)
      return ''
    })
    return found.length === 0 ? null : [...new Set(found)]
  }

const parsers: { readonly [N in keyof TargetSettings]: Parse<TargetSettings[N]> } = {
  url: (value, path, problems) => {
    if (typeof value === 'string') return value.trim()
    return wrong(problems, 'WrongType', path, `${path} is a text, not ${nameOf(value)}.`)
  },
  description: (value, path, problems) => {
    if (value === null || value === '') return null
    if (typeof value === 'string' && value.length <= descriptionMaxLength) return value
    return wrong(problems, 'TooLong', path, `${path} is a text of at most ${descriptionMaxLength} characters.`)
  },
  entities: namesFrom(eventEntities),
  operations: namesFrom(eventOperations),
  filter: (value, path, problems) => {
    if (value === null || (isObject(value) && JSON.stringify(value).length <= filterMaxLength)) return value
    return wrong(
      problems,
      'InvalidValue',
      path,
      `${path} is a condition as in Criteria.SearchQuery, of at most ${filterMaxLength} characters.`,
    )
  },
  payload: oneOf(payloads),
  order: oneOf(orders),
  enabled: (value, path, problems) => {
    if (typeof value === 'boolean') return value
    return wrong(problems, 'WrongType', path, `${path} is true or false, not ${nameOf(value)}.`)
  },
}

const names = Object.keys(parsers) as (keyof TargetSettings)[]

/** Gives the settings with the members of a body put over them. Other members, but for `others`, are refused. */
export function parseTarget(
  body: Record<string, unknown>,
  before: TargetSettings,
  others: readonly string[],
  problems: Problems,
): TargetSettings {
  const known = [...names, ...others]
  for (const name of Object.keys(body)) {
    if (known.some(one => one.toLowerCase() === name.toLowerCase())) continue
    problems.add('UnknownField', name, suggest => `A target has no member ${name}.${suggest(name, known)}`)
  }
  const parsed = names.flatMap(name => {
    const value = member(body, name)
    const read = value === undefined ? undefined : (parsers[name] as Parse<unknown>)(value, name, problems)
    return read === undefined ? [] : [[name, read] as const]
  })
  return { ...before, ...Object.fromEntries(parsed) }
}
