// Several reads of one text as one statement: their values are a table, and the text runs for each row of it.
import { arrayElement, type Bound } from '../driver/values.ts'

export interface BoundQuery {
  readonly sql: string
  readonly values: readonly Bound[]
}

export class BatchedSql {
  readonly #sql: string
  readonly #types: readonly string[]
  readonly #tenants: readonly number[]
  /** Parameters that have differed. They only become more, so that one text soon has one gathered form. */
  #differing: readonly number[] = []
  #form = ''

  /** `types`: what the server takes each parameter for. */
  constructor(sql: string, types: readonly string[]) {
    this.#sql = sql
    this.#types = types
    this.#tenants = [...sql.matchAll(/"db" = \$(\d+)/g)].map(match => Number(match[1]) - 1)
  }

  /** Reads of several tenants are never one statement, so that their rows can be kept apart. */
  tenantOf(values: readonly Bound[]): string {
    return this.#tenants.map(i => values[i]).join()
  }

  /** Its rows are those of the reads, each with the number of its read, from 1 on, as its last column. Null if impossible. */
  gather(reads: readonly (readonly Bound[])[]): BoundQuery | null {
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
    this.#form = formOf(this.#sql, this.#types, differing)
  }
}

/** The text of one array; each element is the text of a value, whatever its type. Null if one has no text. */
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
 * The values become what they are once, in `asked`; OFFSET 0 keeps that from being done for each row that is looked at. The
 * text itself stands as it is, with its own order and limit, so it has the plan that it has alone.
 */
function formOf(sql: string, types: readonly string[], differing: readonly number[]): string {
  let same = 0
  const places = types.map((_, i) => (differing.includes(i) ? `asked.p${i}` : `$${++same}`))
  const text = sql.replaceAll(/\$(\d+)/g, (_, number) => places[Number(number) - 1] as string)
  const lists = differing.map((_, i) => `$${same + i + 1}::text[]`)
  const names = differing.map(i => `p${i}`)
  const typed = differing.map(i => `cast(p${i} as ${types[i]}) as p${i}`)
  return `select given.*, asked.n from (select ${typed}, n from unnest(${lists}) with ordinality as u (${names}, n) offset 0) as asked cross join lateral (${text}) as given`
}
