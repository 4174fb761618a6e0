// Emits a value that is stored as JSON, an object or an array of objects, with the members that a selector names.
import { refuse } from '../../base/errors.ts'
import { isObject } from '../../base/text/json.ts'
import type { JsonListPart } from '../../fields/part.ts'
import type { Scalar } from '../../storage/store.ts'
import type { Columns, Emit } from './emit.ts'

type Element = Readonly<Record<string, unknown>>

/** `selector` is an object of members, or an array with one. A part without sub-fields accepts any member. */
export function emitJsonElements(part: JsonListPart, selector: unknown, columns: Columns, path: string): Emit {
  const at = columns.place(part.source)
  const one = Array.isArray(selector) ? (selector[0] ?? 1) : selector
  const textOf = (row: readonly Scalar[]): string | null => row[at] as string | null
  if (one === 1 || one === true || one === '1') return row => textOf(row) ?? 'null'
  if (!isObject(one)) return refuse('InvalidRequest', path, `${path} takes an array with one selector.`)
  const wanted = Object.entries(one)
    .filter(([, value]) => value !== 0 && value !== false && value !== '0')
    .map(([spelled]) => {
      const member = part.parts.size === 0 ? spelled : part.parts.get(spelled.toLowerCase())?.name
      if (member !== undefined) return { head: `${JSON.stringify(spelled)}:`, member }
      const known = [...part.parts.values()].map(p => p.name).join(', ')
      const message = `There is no sub-field ${spelled} in ${part.name}, which has ${known}.`
      return refuse('UnknownField', `${path}.${spelled}`, message)
    })
  const pick = (element: Element): string =>
    `{${wanted.map(({ head, member }) => head + JSON.stringify(element[member] ?? null)).join()}}`
  return row => {
    const text = textOf(row)
    if (text === null) return 'null'
    const value = JSON.parse(text) as Element | Element[]
    return Array.isArray(value) ? `[${value.map(pick).join()}]` : pick(value)
  }
}
