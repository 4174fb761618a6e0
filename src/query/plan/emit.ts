// Composes the emitters of a plan, which write the JSON of a record directly from its row.
import type { Expression } from 'kysely'
import type { Output, Source } from '../../fields/part.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { Scalar } from '../../storage/store.ts'

export type Emit = (row: readonly Scalar[], context: RenderContext) => string

/** The select list of a statement under construction: sources without duplicates, then subqueries and aggregates. */
export class Columns {
  readonly list: (Source | Expression<unknown>)[] = []
  readonly #places = new Map<string, number>()

  place(source: Source): number {
    const key = `${source.join.path}|${source.column}|${source.exact ? 'x' : ''}${source.writable ? 'w' : ''}${source.guard ? 'g' : ''}`
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const at = this.add(source)
    this.#places.set(key, at)
    return at
  }

  /** The place of the record's own key; undefined when it is not selected. */
  get ownKey(): number | undefined {
    return this.#places.get('|id|')
  }

  add(column: Source | Expression<unknown>): number {
    return this.list.push(column) - 1
  }
}

export const isSource = (column: Source | Expression<unknown>): column is Source => 'join' in column

export const emitOutput = (output: Output, columns: Columns): Emit => {
  const at = output.sources.map(source => columns.place(source))
  return (row, context) => output.json(row, at, context)
}

export interface Member {
  readonly name: string
  readonly emit: Emit
}

export function emitObject(members: readonly Member[]): Emit {
  const heads = members.map((member, i) => `${i === 0 ? '{' : ','}${JSON.stringify(member.name)}:`)
  const emits = members.map(member => member.emit)
  const count = emits.length
  if (count === 0) return () => '{}'
  return (row, context) => {
    let text = ''
    for (let i = 0; i < count; i++) text += (heads[i] as string) + (emits[i] as Emit)(row, context)
    return `${text}}`
  }
}

/** Emits null when none of the columns has a value. */
export const emitPresent = (at: readonly number[], emit: Emit): Emit =>
  at.length === 0
    ? emit
    : (row, context) => {
        for (const place of at) if (row[place] !== null) return emit(row, context)
        return 'null'
      }

export const emitUnlessNull =
  (whole: Emit, emit: Emit): Emit =>
  (row, context) =>
    whole(row, context) === 'null' ? 'null' : emit(row, context)

/**
 * Emits the elements of a side table, which arrive as JSON text: `["a"]` for one column, `[["a",1]]` for several.
 * `empty` is the JSON of a list without elements.
 */
export function emitList(at: number, width: number, element: Emit, empty: '[]' | 'null'): Emit {
  return (row, context) => {
    const text = row[at] as string | null
    if (text === null || text === '[]') return empty
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

/** Emits a list of texts as one text, and null for a list without any. */
export const emitJoined =
  (list: Emit): Emit =>
  (row, context) => {
    const texts = JSON.parse(list(row, context)) as (string | null)[] | null
    const shown = (texts ?? []).filter(text => text !== null)
    return shown.length === 0 ? 'null' : JSON.stringify(shown.join(', '))
  }
