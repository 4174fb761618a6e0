// Decides which concurrent reads may be batched into one statement, and how many of them.
import type { Facts } from '../../facts.ts'
import type { Bound } from '../driver/values.ts'
import { BatchedSql, type BoundQuery } from './batched-sql.ts'

/** A larger batch saves no more, and its first read would wait for its last. */
const mostReads = 16
/** A batch that would take longer is better sent as single reads, which run side by side. */
const mostMs = 4
/** How long a text is not batched after its batch has failed while its reads by themselves have not. */
const restMs = 60_000

interface KnownText {
  readonly batched: BatchedSql
  /** The index of the parameter that holds the tenant. */
  readonly tenant: number
  /** The shortest time that one read of the text has taken: on a busy machine any read looks slow now and then. */
  ms: number
  restsUntil: number
}

export interface BatchableRead extends BoundQuery {
  readonly facts: Facts | undefined
}

interface Batch<R> {
  readonly reads: readonly R[]
  /** The statement for all of the reads; null when each is sent by itself. */
  readonly query: BoundQuery | null
}

export class BatchPolicy {
  readonly #texts = new Map<string, KnownText>()

  /**
   * Whether the types of a text's parameters are still to be learned. Only a read of one tenant is batched; and only one
   * with a limit, since the planner could dissolve any other into a join.
   */
  wants({ sql, facts }: BatchableRead): boolean {
    return facts?.tenant !== undefined && facts.limited === true && facts.pieces !== undefined && !this.#texts.has(sql)
  }

  /** `types`: the type that the server has found for each parameter. */
  learn({ sql, facts }: BatchableRead, types: readonly string[]): void {
    if (facts?.tenant === undefined || !facts.pieces) return
    const batched = new BatchedSql(facts.pieces, types)
    this.#texts.set(sql, { batched, tenant: facts.tenant, ms: Number.POSITIVE_INFINITY, restsUntil: 0 })
  }

  /** Called with the time that `count` reads of the text took as one statement. */
  took(sql: string, count: number, ms: number): void {
    const known = this.#texts.get(sql)
    if (known) known.ms = Math.min(ms / count, known.ms * 1.05)
  }

  /** Called when a batch of the text has failed while its reads by themselves have not. */
  failed(sql: string): void {
    const known = this.#texts.get(sql)
    if (known) known.restsUntil = performance.now() + restMs
  }

  /** Divides reads of one text into batches, each of one tenant. A read that does not state its tenant goes by itself. */
  batches<R extends BatchableRead>(sql: string, reads: readonly R[]): Batch<R>[] {
    const known = this.#texts.get(sql)
    const most = known ? mostOf(known) : 1
    if (!known || most === 1 || reads.length === 1) return [{ reads, query: null }]
    const batches: Batch<R>[] = []
    const { tenant, batched } = known
    for (const [number, ofTenant] of Map.groupBy(reads, read => tenantOf(read, tenant))) {
      if (number === undefined) {
        batches.push({ reads: ofTenant, query: null })
        continue
      }
      for (let from = 0; from < ofTenant.length; from += most) {
        const part = ofTenant.slice(from, from + most)
        const query = part.length === 1 ? null : batched.batch(part.map(read => read.values))
        batches.push({ reads: part, query })
      }
    }
    return batches
  }
}

/** The tenant of a read; undefined when the read does not state it. */
const tenantOf = ({ facts, values }: BatchableRead, tenant: number): Bound | undefined =>
  facts?.tenant === tenant ? values[tenant] : undefined

function mostOf({ ms, restsUntil }: KnownText): number {
  if (performance.now() < restsUntil) return 1
  return Math.max(1, Math.min(mostReads, Math.floor(mostMs / ms)))
}
