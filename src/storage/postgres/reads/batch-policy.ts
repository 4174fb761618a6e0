// Which reads are one statement, by what is known of their text.
import { BatchedSql, type BoundQuery } from './batched-sql.ts'

/** More save no more, and the first would wait for the last. */
const mostReads = 16
/** What would take longer is better done side by side. */
const mostMs = 4
/** How long a text is left alone that failed as one statement, and not by itself. */
const restMs = 60_000

interface Known {
  readonly text: BatchedSql
  /** How long one of its reads takes at best: on a busy machine every one seems slow now and then. */
  ms: number
  restsUntil: number
}

export interface Group<R> {
  readonly reads: readonly R[]
  /** What is sent for all of them; null when each is sent by itself. */
  readonly query: BoundQuery | null
}

export class BatchPolicy {
  readonly #texts = new Map<string, Known>()

  /** Whether it is worth while to learn about a text. What has no limit of its own might be dissolved into a join. */
  wants(sql: string): boolean {
    return !this.#texts.has(sql) && /^select .* limit /s.test(sql)
  }

  /** `types`: what the server takes each parameter for. */
  learn(sql: string, types: readonly string[]): void {
    const text = new BatchedSql(sql, types)
    this.#texts.set(sql, { text, ms: Number.POSITIVE_INFINITY, restsUntil: 0 })
  }

  /** Told how long `count` of its reads took as one statement. */
  took(sql: string, count: number, ms: number): void {
    const known = this.#texts.get(sql)
    if (known) known.ms = Math.min(ms / count, known.ms * 1.05)
  }

  /** Told that its reads failed as one statement, and not by themselves. */
  failed(sql: string): void {
    const known = this.#texts.get(sql)
    if (known) known.restsUntil = performance.now() + restMs
  }

  /** Of reads of one text. */
  groups<R extends BoundQuery>(sql: string, reads: readonly R[]): Group<R>[] {
    const known = this.#texts.get(sql)
    const most = known ? mostOf(known) : 1
    if (!known || most === 1 || reads.length === 1) return [{ reads, query: null }]
    const groups: Group<R>[] = []
    for (const ofOne of Map.groupBy(reads, read => known.text.tenantOf(read.values)).values()) {
      for (let from = 0; from < ofOne.length; from += most) {
        const part = ofOne.slice(from, from + most)
        const query = part.length === 1 ? null : known.text.gather(part.map(read => read.values))
        groups.push({ reads: part, query })
      }
    }
    return groups
  }
}

function mostOf({ ms, restsUntil }: Known): number {
  if (performance.now() < restsUntil) return 1
  return Math.max(1, Math.min(mostReads, Math.floor(mostMs / ms)))
}
