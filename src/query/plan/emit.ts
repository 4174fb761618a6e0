// Emitters write the JSON of a record straight from its row; composed once for each plan, run for each record.
import type { Output, Source } from '../../fields/part.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { Scalar } from '../../storage/store.ts'

export type Emit = (row: readonly Scalar[], context: RenderContext) => string

/** The select list of a statement under construction: each source once. */
export class Columns {
  readonly sources: Source[] = []
  /** Columns that are not plain sources: nested lists as JSON text. */
  readonly extra: unknown[] = []
  readonly #places = new Map<string, number>()

  place(source: Source): number {
    const key = `${source.join.path}|${source.column}|${source.exact ? 'x' : ''}${source.writable ? 'w' : ''}`
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const at = this.#add(source)
    this.#places.set(key, at)
    return at
  }

  /** A column of its own, such as a subquery. */
  placeExpression(expression: unknown): number {
    return this.#add(expression as Source)
  }

  #add(column: Source): number {
    return this.sources.push(column) - 1
  }
}

export const emitOutput = (output: Output, columns: Columns): Emit => {
  const at = output.sources.map(source => columns.place(source))
  return (row, context) => output.json(row, at, context)
}

/** `{"A":1,"B":2}`; null when none of the `presence` places has a value. */
export function emitObject(members: readonly { name: string; emit: Emit }[], presence: readonly number[] | null): Emit {
  const heads = members.map((member, i) => `${i === 0 ? '{' : ','}${JSON.stringify(member.name)}:`)
  const emits = members.map(member => member.emit)
  const count = emits.length
  const write: Emit = (row, context) => {
    let text = ''
    for (let i = 0; i < count; i++) text += (heads[i] as string) + (emits[i] as Emit)(row, context)
    return count === 0 ? '{}' : `${text}}`
  }
  if (presence === null || presence.length === 0) return write
  return (row, context) => (presence.some(at => row[at] !== null) ? write(row, context) : 'null')
}

/** The elements of a side table, which came as JSON text: `["a"]` for one column, `[["a",1]]` for several. */
export function emitList(at: number, width: number, element: Emit): Emit {
  return (row, context) => {
    const text = row[at] as string | null
    if (text === null || text === '[]') return '[]'
    const rows = JSON.parse(text) as Scalar[] | Scalar[][]
    const single: Scalar[] = [null]
    let out = '['
    for (let i = 0; i < rows.length; i++) {
      let values = rows[i] as Scalar[]
      if (width === 1) {
        single[0] = rows[i] as Scalar
        values = single
      }
      out += (i === 0 ? '' : ',') + element(values, context)
    }
    return `${out}]`
  }
}
