// Builds the envelopes of operations, sends them, and takes their answers apart.
import { Broken } from './errors.ts'
import { randomText } from './random.ts'
import { Records } from './records.ts'
import type { RetryOptions } from './retry.ts'
import type { Call, Transport } from './transport.ts'
import type { WriteOperation } from './types.ts'

export interface CallOptions extends RetryOptions {
  /** Members beside the entity: Compatibility, Configuration, Globalization. */
  readonly envelope?: Readonly<Record<string, unknown>> | undefined
  /** The member Options of the entity. */
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

/** Where a read finds its records, and in which order and number. */
export interface Query<Where, Order, Group> extends CallOptions {
  /** Conditions on fields, all of which must hold; all records unless said. */
  readonly where?: Where
  /** `[{ CompanyName: 'ASC' }]`; by key unless said. */
  readonly orderBy?: readonly Order[]
  /** Groups records by these fields; the selector then has them and aggregates: `{ Status: 1, '$COUNT()': 1 }`. */
  readonly groupBy?: readonly Group[]
  /** At most so many records in all. */
  readonly top?: number
  /** Records of one page; 200 unless said. */
  readonly pageSize?: number
}

export interface WriteOptions extends CallOptions {
  /** A key of your own, when a write is to be safe across restarts of the program; a random one unless said. */
  readonly idempotencyKey?: string
}

/** The fields by which an upsert finds its records. */
interface Matching {
  readonly match?: readonly string[]
}

/** What the server answers to a write: the key, and the members that were sent. */
export type Written = { readonly Key: string; readonly Version?: number } & Readonly<Record<string, unknown>>
type Answer = Readonly<Record<string, { readonly [member: string]: unknown } | undefined>>

/** The drivers of each entity, which a server of this API family offers only to requests that name them. */
const drivers: Readonly<Record<string, readonly string[]>> = {
  AbEntry: ['IAbEntrySearcher'],
  Document: ['IDocumentSearcher'],
  Opportunity: ['IOpportunitySearcher', 'IOpportunityAccess'],
}

/** The member Configuration with the drivers of these entities; null when they have none. */
export function configurationFor(
  entities: readonly string[],
): { readonly Drivers: Readonly<Record<string, string>> } | null {
  const needed = entities.flatMap(entity => drivers[entity] ?? [])
  const Drivers = Object.fromEntries(needed.map(driver => [driver, `Service.Model.Access.Sql.${driver.slice(1)}`]))
  return needed.length === 0 ? null : { Drivers }
}

const configuration = configurationFor(Object.keys(drivers))

/** A key that makes a repeated write harmless: the server does it once and answers the same. */
export const newIdempotencyKey = (): string => randomText(18)

/** The records that one write may carry. */
const recordsPerWrite = 1000

export class Operations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  records<R>(entity: string, fields: unknown, options: Query<unknown, unknown, unknown>): Records<R> {
    const { where = {}, orderBy, groupBy, top, pageSize = 200, ...call } = options
    const sorted = orderBy ? { Fields: orderBy } : {}
    const load = async (pageKey: string | null, seen: number) => {
      const left = top === undefined ? pageSize : Math.min(pageSize, top - seen)
      // Groups have no pages.
      const content = groupBy
        ? { Criteria: { SearchQuery: where, Top: top }, GroupBy: { Fields: groupBy }, OrderBy: sorted }
        : { Criteria: { SearchQuery: where }, OrderBy: { ...sorted, PageSize: left, PageKey: pageKey } }
      const { Data, PageKey = null } = await this.ask('Read', entity, { Scope: { Fields: fields }, ...content }, call)
      const records = Data as R[]
      const isLast = groupBy !== undefined || (top !== undefined && seen + records.length >= top)
      return { records, next: isLast ? null : (PageKey as string | null) }
    }
    return new Records(load)
  }

  async ask(
    operation: string,
    entity: string,
    content: Readonly<Record<string, unknown>>,
    { envelope, options, ...limits }: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>> {
    const member = options ? { ...content, Options: options } : content
    const body = { [entity]: member, Configuration: configuration, ...envelope }
    const answer = await this.send<Answer>(operation, body, limits)
    const said = answer[entity]
    if (!said) throw new Broken(`The answer has no ${entity}.`, 200, null)
    return said
  }

  async write(
    operation: WriteOperation,
    entity: string,
    data: unknown,
    options?: WriteOptions & Matching,
  ): Promise<Written> {
    const { [entity]: written } = await this.writeMembers(operation, { [entity]: data }, options)
    if (!written) throw new Broken(`The answer has no ${entity}.`, 200, null)
    return written
  }

  /** Members are named by their entity, or by entity and alias in a batch. */
  async writeMembers(
    operation: WriteOperation,
    members: Readonly<Record<string, unknown>>,
    { idempotencyKey = newIdempotencyKey(), envelope, options, match, ...limits }: WriteOptions & Matching = {},
  ): Promise<Readonly<Record<string, Written>>> {
    const Options = options ? { Options: options } : {}
    const Match = match ? { Match: match } : {}
    const contents = Object.entries(members).map(([member, Data]) => [member, { Data, ...Match, ...Options }])
    const body = { ...Object.fromEntries(contents), Configuration: configuration, ...envelope }
    const answer = await this.send<Answer>(operation, body, limits, idempotencyKey)
    return Object.fromEntries(Object.keys(members).map(member => [member, answer[member]?.Data as Written]))
  }

  async *writeAll<R extends Written>(
    operation: WriteOperation,
    entity: string,
    records: Iterable<unknown> | AsyncIterable<unknown>,
    options?: CallOptions & Matching,
  ): AsyncGenerator<R> {
    let batch: unknown[] = []
    const flush = async (): Promise<readonly R[]> => {
      const written = await this.write(operation, entity, batch, options)
      batch = []
      return written as unknown as readonly R[]
    }
    for await (const record of records) {
      batch.push(record)
      if (batch.length === recordsPerWrite) yield* await flush()
    }
    if (batch.length > 0) yield* await flush()
  }

  send<T>(operation: string, body: unknown, limits: RetryOptions, key?: string): Promise<T> {
    const call: Call = {
      method: 'POST',
      path: operation,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      ...limits,
    }
    return this.#transport.envelope<T>(call)
  }
}
