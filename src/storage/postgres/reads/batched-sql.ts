// Builds one statement from several reads of one text: their values form a table, and the text runs for each of its rows.
import { arrayElement, type BoundValue } from '../driver/values.ts'
import { joinPieces } from '../sql/compiler.ts'

export interface BoundQuery {
  readonly sql: string
  readonly values: readonly BoundValue[]
}

export class BatchedSql {
  readonly #pieces: readonly string[]
  readonly #types: readonly string[]
  /** Parameters whose values have differed between reads. The list only grows, so a text soon has one batched form. */
  #differing: readonly number[] = []
  #form = ''

  /** `types`: the type that the server infers for each parameter. */
  constructor(pieces: readonly string[], types: readonly string[]) {
    this.#pieces = pieces
    this.#types = types
  }

  /**
   * The batched statement returns the rows of all reads, each with the number of its read, from 1 on, as its last column.
   * Null when the values cannot be batched.
   */
  batch(reads: readonly (readonly BoundValue[])[]): BoundQuery | null {
    this.#widen(reads)
    const differing = this.#differing
    if (differing.length === 0) return null
    const [first] = reads as [readonly BoundValue[]]
    const values: BoundValue[] = first.filter((_, i) => !differing.includes(i))
    for (const i of differing) {
      const list = listOf(reads, i)
      if (list === null) return null
      values.push(list)
    }
    return { sql: this.#form, values }
  }

  #widen(reads: readonly (readonly BoundValue[])[]): void {
    const [first, ...others] = reads as [readonly BoundValue[], ...(readonly BoundValue[])[]]
    const known = this.#differing
    const differing = first.flatMap((value, i) =>
      known.includes(i) || others.some(values => values[i] !== value) ? [i] : [],
    )
    if (differing.length === known.length) return
    this.#differing = differing
    this.#form = formOf(this.#pieces, this.#types, differing)
  }
}

/** The text of an array of the values of parameter `i`. Null when a value has no text form. */
function listOf(reads: readonly (readonly BoundValue[])[], i: number): string | null {
  let text = ''
  for (const values of reads) {
    const value = values[i] as BoundValue
    if (typeof value !== 'string' && value !== null) return null
    text += `${text === '' ? '' : ','}${value === null ? 'NULL' : arrayElement(value)}`
  }
  return `{${text}}`
}

/**
 * The values are cast once, in `batch`; OFFSET 0 keeps PostgreSQL from converting them for each row that it examines. The
 * text of the read is unchanged, with its own order and limit, so it has the same plan as a single read.
 */
function formOf(pieces: readonly string[], types: readonly string[], differing: readonly number[]): string {
  let same = 0
  const places = types.map((_, i) => (differing.includes(i) ? `batch.p${i}` : `$${++same}`))
  const text = joinPieces(pieces, i => places[i] as string)
  const lists = differing.map((_, i) => `$${same + i + 1}::text[]`)
  const names = differing.map(i => `p${i}`)
  const typed = differing.map(i => `cast(p${i} as ${types[i]}) as p${i}`)
  return `select found.*, batch.n from (select ${typed}, n from unnest(${lists}) with ordinality as u (${names}, n) offset 0) as batch cross join lateral (${text}) as found`
}
