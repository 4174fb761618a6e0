// Decides which concurrent reads may be batched into one statement, and how many of them.
import { BoundedMap } from '../../../base/caches/bounded-map.ts'
import type { Facts } from '../../statements/facts.ts'
import { mostNames } from '../driver/statement-names.ts'
import type { BoundValue } from '../driver/values.ts'
import { BatchedSql, type BoundQuery } from './batched-sql.ts'

/** A larger batch saves little more, and its first read waits for its last. */
const mostReads = 16
/** A batch that would take longer is sent as single reads, which run side by side. */
const mostMs = 4
/** How long a text is not batched after a batch has failed whose single reads succeeded. */
const restMs = 60_000

interface KnownText {
  readonly batched: BatchedSql
  /** The index of the parameter that holds the tenant. */
  readonly tenant: number
  /** The shortest time of one read of the text: on a busy machine any read looks slow now and then. */
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
  /** As many texts as have named prepared statements, which provide their parameter types. */
  readonly #texts = new BoundedMap<KnownText>(mostNames)

  /**
   * Whether the parameter types of a text are needed and not known yet. Only reads of one tenant that have a limit are batched:
   * the planner could turn others into a join.
   */
  wants({ sql, facts }: BatchableRead): boolean {
    return facts?.tenant !== undefined && facts.limited === true && facts.pieces !== undefined && !this.#texts.get(sql)
  }

  /** `types`: the type that the server infers for each parameter. */
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

  /** Called when a batch of the text has failed and its single reads have succeeded. */
  failed(sql: string): void {
    const known = this.#texts.get(sql)
    if (known) known.restsUntil = performance.now() + restMs
  }

  /** Divides reads of one text into batches of one tenant each. A read that does not state its tenant is sent by itself. */
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
const tenantOf = ({ facts, values }: BatchableRead, tenant: number): BoundValue | undefined =>
  facts?.tenant === tenant ? values[tenant] : undefined

function mostOf({ ms, restsUntil }: KnownText): number {
  if (performance.now() < restsUntil) return 1
  return Math.max(1, Math.min(mostReads, Math.floor(mostMs / ms)))
}
