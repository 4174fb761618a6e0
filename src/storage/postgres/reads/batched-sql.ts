// Builds one statement of several reads of one text: their values are a table, and the text runs for each row of it.
import { arrayElement, type Bound } from '../driver/values.ts'
import { joinPieces } from '../sql/compiler.ts'

export interface BoundQuery {
  readonly sql: string
  readonly values: readonly Bound[]
}

export class BatchedSql {
  readonly #pieces: readonly string[]
  readonly #types: readonly string[]
  /** Parameters whose values have differed. The list only grows, so a text soon has one batched form. */
  #differing: readonly number[] = []
  #form = ''

  /** `types`: the type that the server has found for each parameter. */
  constructor(pieces: readonly string[], types: readonly string[]) {
    this.#pieces = pieces
    this.#types = types
  }

  /**
   * The batched statement gives the rows of all reads, each with the number of its read, from 1 on, as its last column.
   * Null when the values cannot be batched.
   */
  batch(reads: readonly (readonly Bound[])[]): BoundQuery | null {
    this.#widen(reads)
    const differing = this.#differing
    if (differing.length === 0) return null
    const [first] = reads as [readonly Bound[]]
    const values: Bound[] = first.filter((_, i) => !differing.includes(i))
    for (const i of differing) {
      const list = listOf(reads, i)
      if (list === null) return null
      values.push(list)
    }
    return { sql: this.#form, values }
  }

  #widen(reads: readonly (readonly Bound[])[]): void {
    const [first, ...others] = reads as [readonly Bound[], ...(readonly Bound[])[]]
    const known = this.#differing
    const differing = first.flatMap((value, i) =>
      known.includes(i) || others.some(values => values[i] !== value) ? [i] : [],
    )
    if (differing.length === known.length) return
    this.#differing = differing
    this.#form = formOf(this.#pieces, this.#types, differing)
  }
}

/** The text of one array of the values of parameter `i`, each as its own text. Null when a value has no text. */
function listOf(reads: readonly (readonly Bound[])[], i: number): string | null {
  let text = ''
  for (const values of reads) {
    const value = values[i] as Bound
    if (typeof value !== 'string' && value !== null) return null
    text += `${text === '' ? '' : ','}${value === null ? 'NULL' : arrayElement(value)}`
  }
  return `{${text}}`
}

/**
 * The values get their types once, in `batch`; OFFSET 0 keeps PostgreSQL from converting them for each row that it looks
 * at. The text of the read stands as it is, with its own order and limit, so it has the plan that it has alone.
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
