// Offers the operations of the data API with types, pages, keys that make writes repeatable, and documents as streams.
import { Broken, Refused } from './errors.ts'
import type { Model } from './model.ts'
import { Records } from './records.ts'
import type { RetryOptions } from './retry.ts'
import { type Call, type Connection, Transport } from './transport.ts'
import type { AnyModel, ChangedRecord, NewRecord, OrderOf, SelectedOf, SelectorOf, WhereOf } from './types.ts'

export interface CallOptions extends RetryOptions {
  /** Members beside the entity: Compatibility, Configuration, Globalization. */
  readonly envelope?: Readonly<Record<string, unknown>> | undefined
  /** The member Options of the entity. */
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

export interface ReadOptions<M, E extends keyof M> extends CallOptions {
  readonly where?: WhereOf<M, E>
  readonly orderBy?: readonly OrderOf<M, E>[]
  /** At most so many records in all. */
  readonly top?: number
  /** Records of one page; 200 unless said. */
  readonly pageSize?: number
}

export interface WriteOptions extends CallOptions {
  /** A key of your own, when a write is to be safe across restarts of the program; a random one unless said. */
  readonly idempotencyKey?: string
}

type WriteOperation = 'Create' | 'Update' | 'Delete' | 'Restore'
type Name<M> = keyof M & string
type Written = { readonly Key: string; readonly Version?: number } & Readonly<Record<string, unknown>>
type Uploaded = { readonly BinaryDataId: string; readonly Size: number }
type Answer = Readonly<Record<string, { readonly [member: string]: unknown } | undefined>>

/** What a server of this API family offers only to those who ask for it; ours has nothing to hide. */
const configuration = {
  Drivers: {
    IAbEntrySearcher: 'Service.Model.Access.Sql.AbEntrySearcher',
    IDocumentSearcher: 'Service.Model.Access.Sql.DocumentSearcher',
    IOpportunitySearcher: 'Service.Model.Access.Sql.OpportunitySearcher',
    IOpportunityAccess: 'Service.Model.Access.Sql.OpportunityAccess',
  },
}

/** The records that one write may carry. */
const recordsPerWrite = 1000

export const connect = <M extends { [E in keyof M]: AnyModel[string] } = Model>(connection: Connection): Client<M> =>
  new Client<M>(connection)

export class Client<M> {
  readonly transport: Transport

  constructor(connection: Connection) {
    this.transport = new Transport(connection)
  }

  /** Records as an async iterator over pages; `all()`, `first()` and `pages()` besides. Nothing is sent before it is used. */
  read<E extends Name<M>, const S extends SelectorOf<M, E>>(
    entity: E,
    fields: S,
    { where, orderBy, top, pageSize = 200, ...call }: ReadOptions<M, E> = {},
  ): Records<SelectedOf<M, E, S>> {
    const left = (seen: number) => (top === undefined ? pageSize : Math.min(pageSize, top - seen))
    return new Records(async (pageKey, seen) => {
      const content = {
        Scope: { Fields: fields },
        Criteria: { SearchQuery: where ?? {} },
        OrderBy: { ...(orderBy ? { Fields: orderBy } : {}), PageSize: left(seen), PageKey: pageKey },
      }
      const { Data, PageKey } = await this.#ask('Read', entity, content, call)
      const records = Data as SelectedOf<M, E, S>[]
      const isLast = top !== undefined && seen + records.length >= top
      return { records, next: isLast ? null : ((PageKey as string | null | undefined) ?? null) }
    })
  }

  /** One record by its key; null when there is none that the caller may read. */
  get<E extends Name<M>, const S extends SelectorOf<M, E>>(
    entity: E,
    key: string,
    fields: S,
    options: CallOptions = {},
  ): Promise<SelectedOf<M, E, S> | null> {
    const where = { Key: { $EQ: key } } as unknown as WhereOf<M, E>
    return this.read(entity, fields, { ...options, where, top: 1, pageSize: 1 }).first()
  }

  create<E extends Name<M>>(entity: E, data: NewRecord<M, E>, options?: WriteOptions): Promise<Written> {
    return this.#write('Create', entity, { Key: null, ...data }, options)
  }

  update<E extends Name<M>>(entity: E, data: ChangedRecord<M, E>, options?: WriteOptions): Promise<Written> {
    return this.#write('Update', entity, data, options)
  }

  delete<E extends Name<M>>(
    entity: E,
    data: string | { readonly Key: string; readonly Version?: number },
    options?: WriteOptions,
  ): Promise<Written> {
    return this.#write('Delete', entity, typeof data === 'string' ? { Key: data } : data, options)
  }

  /** Takes a deleted record, and what was deleted with it, out of the recycle bin. */
  restore<E extends Name<M>>(entity: E, key: string, options?: WriteOptions): Promise<Written> {
    return this.#write('Restore', entity, { Key: key }, options)
  }

  /** Creates many records, a thousand per transaction, and gives their keys in the same order. */
  createAll<E extends Name<M>>(
    entity: E,
    records: Iterable<NewRecord<M, E>> | AsyncIterable<NewRecord<M, E>>,
    options?: CallOptions,
  ): AsyncIterable<Written> {
    return this.#writeAll('Create', entity, records, options)
  }

  /** Changes many records, a thousand per transaction. */
  updateAll<E extends Name<M>>(
    entity: E,
    records: Iterable<ChangedRecord<M, E>> | AsyncIterable<ChangedRecord<M, E>>,
    options?: CallOptions,
  ): AsyncIterable<Written> {
    return this.#writeAll('Update', entity, records, options)
  }

  /**
   * Updates the one record that matches, or creates it. When somebody else changes the record meanwhile, it is read
   * again. More than one match is refused.
   */
  async upsert<E extends Name<M>>(
    entity: E,
    match: WhereOf<M, E>,
    data: NewRecord<M, E>,
    options: CallOptions = {},
  ): Promise<Written & { readonly created: boolean }> {
    for (let tries = 0; ; tries++) {
      const found = await this.read(entity, { Key: 1, Version: 1 } as unknown as SelectorOf<M, E>, {
        ...options,
        where: match,
        top: 2,
      }).all()
      if (found.length > 1) throw new MoreThanOne(entity)
      const [record] = found as unknown as { readonly Key: string; readonly Version: number }[]
      if (!record) return { ...(await this.create(entity, data, options)), created: true }
      try {
        const change = { ...data, ...record } as unknown as ChangedRecord<M, E>
        return { ...(await this.update(entity, change, options)), created: false }
      } catch (error) {
        if (tries === 4 || !(error instanceof Refused && error.problem('VersionConflict'))) throw error
      }
    }
  }

  /** Runs the writes of a batch in one transaction, in order: `{ 'AbEntry.acme': {...}, 'Opportunity.first': {...} }`. */
  async batch<const B extends Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
    operation: WriteOperation,
    members: B,
    { idempotencyKey, envelope, ...limits }: WriteOptions = {},
  ): Promise<{ readonly [Member in keyof B]: Written }> {
    const contents = Object.entries(members).map(([member, Data]) => [member, { Data }] as const)
    const body = { ...Object.fromEntries(contents), Configuration: configuration, ...envelope }
    const answer = await this.#send<Answer>(operation, body, limits, idempotencyKey ?? crypto.randomUUID())
    return Object.fromEntries(Object.keys(members).map(member => [member, answer[member]?.Data])) as {
      readonly [Member in keyof B]: Written
    }
  }

  /** The mandatory fields of a record, and every problem of it (thrown as Refused); nothing is written. */
  async validate<E extends Name<M>>(
    entity: E,
    data: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<Readonly<Record<string, { readonly Mandatory: boolean }>>> {
    const { Validation } = await this.#ask('Validate', entity, { Data: data }, options)
    return (Validation ?? {}) as Readonly<Record<string, { readonly Mandatory: boolean }>>
  }

  /** The options of fields: `fieldOptions('AbEntry', { MrMs: [{ Key: 1, DisplayValue: 1 }] })`. */
  async fieldOptions<E extends Name<M>, const S extends Readonly<Record<string, unknown>>>(
    entity: E,
    fields: S,
    { data, ...options }: CallOptions & { readonly data?: Readonly<Record<string, unknown>> } = {},
  ): Promise<{ readonly [N in keyof S]: readonly Readonly<Record<string, unknown>>[] }> {
    const content = { FieldOptions: fields, ...(data ? { Data: data } : {}) }
    const { FieldOptions } = await this.#ask('Read', entity, content, options)
    return FieldOptions as { readonly [N in keyof S]: readonly Readonly<Record<string, unknown>>[] }
  }

  /** Uploads bytes, and gives the BinaryDataId that Create of a Document takes. A stream is sent once, without repeats. */
  async upload(bytes: Blob | Uint8Array<ArrayBuffer> | ReadableStream, options: RetryOptions = {}): Promise<string> {
    const once = bytes instanceof ReadableStream
    const { BinaryData } = await this.transport.envelope<{ readonly BinaryData: { readonly Data: Uploaded } }>({
      method: 'POST',
      path: 'BinaryUpload',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
      once,
      ...options,
    })
    return BinaryData.Data.BinaryDataId
  }

  /** The bytes of a document as a stream, with type and length in the headers. */
  download(key: string, options: RetryOptions = {}): Promise<Response> {
    const path = `BinaryDownload/${encodeURIComponent(key)}`
    return this.transport.call({ method: 'GET', path, ...options }, async response => response)
  }

  /** Any operation, with a body as the reference of the API describes it. */
  call<T = Readonly<Record<string, unknown>>>(
    operation: string,
    body: unknown,
    options: RetryOptions = {},
  ): Promise<T> {
    return this.#send<T>(operation, body, options)
  }

  async #ask(
    operation: string,
    entity: string,
    content: Readonly<Record<string, unknown>>,
    { envelope, options, ...limits }: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>> {
    const member = options ? { ...content, Options: options } : content
    const body = { [entity]: member, Configuration: configuration, ...envelope }
    const answer = await this.#send<Answer>(operation, body, limits)
    const said = answer[entity]
    if (!said) throw new Broken(`The answer has no ${entity}.`, 200, null)
    return said
  }

  async #write(
    operation: WriteOperation,
    entity: string,
    data: unknown,
    { idempotencyKey = crypto.randomUUID(), envelope, options, ...limits }: WriteOptions = {},
  ): Promise<Written> {
    const content = { Data: data, ...(options ? { Options: options } : {}) }
    const body = { [entity]: content, Configuration: configuration, ...envelope }
    const answer = await this.#send<Answer>(operation, body, limits, idempotencyKey)
    return answer[entity]?.Data as Written
  }

  async *#writeAll(
    operation: WriteOperation,
    entity: string,
    records: Iterable<unknown> | AsyncIterable<unknown>,
    options?: CallOptions,
  ): AsyncGenerator<Written> {
    let waiting: unknown[] = []
    const flush = async (): Promise<readonly Written[]> => {
      const written = await this.#write(operation, entity, waiting, options)
      waiting = []
      return written as unknown as readonly Written[]
    }
    for await (const record of records) {
      waiting.push(record)
      if (waiting.length === recordsPerWrite) yield* await flush()
    }
    if (waiting.length > 0) yield* await flush()
  }

  /** The key makes a repeated write harmless: the server does it once and answers the same. */
  #send<T>(operation: string, body: unknown, limits: RetryOptions, key?: string): Promise<T> {
    const call: Call = {
      method: 'POST',
      path: operation,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      ...limits,
    }
    return this.transport.envelope<T>(call)
  }
}

/** An upsert whose match finds several records: which of them is meant? */
export class MoreThanOne extends Error {
  constructor(entity: string) {
    super(`More than one ${entity} matches, so none was changed.`)
    this.name = 'MoreThanOne'
  }
}
