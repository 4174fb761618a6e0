// Offers the operations of the data API with types, pages, keys that make writes repeatable, and documents as streams.
import { Refused } from './errors.ts'
import type { Model } from './model.ts'
import { type CallOptions, Operations, type Query, type WriteOptions, type Written } from './operations.ts'
import type { Records } from './records.ts'
import type { RetryOptions } from './retry.ts'
import { type Connection, Transport } from './transport.ts'
import type {
  AnyModel,
  BatchRecord,
  ChangedRecord,
  CheckedOf,
  GroupOf,
  NewRecord,
  OrderOf,
  SelectedOf,
  SelectorOf,
  WhereOf,
  WriteOperation,
} from './types.ts'

export interface ReadOptions<M, E extends keyof M> extends Query<WhereOf<M, E>, OrderOf<M, E>, GroupOf<M, E>> {}

type Name<M> = keyof M & string
/** A record that is not complete yet. */
type PartialRecord<M, E extends keyof M> = Partial<NewRecord<M, E>> & { readonly Key?: string | null }
type Found = { readonly Key: string; readonly Version: number }
type Uploaded = { readonly BinaryDataId: string; readonly Size: number }

/** A client of the server at `url`. Nothing is sent yet. */
export const connect = <M extends { [E in keyof M]: AnyModel[string] } = Model>(connection: Connection): Client<M> =>
  new Client<M>(connection)

export class Client<M> {
  /** Sends requests of any kind with the token, the retries and the errors of this client. */
  readonly transport: Transport
  readonly #operations: Operations

  constructor(connection: Connection) {
    this.transport = new Transport(connection)
    this.#operations = new Operations(this.transport)
  }

  /**
   * Records as an async iterator over pages; `all()`, `first()` and `pages()` besides. Nothing is sent before it is used, and
   * each use sends the request anew.
   */
  read<E extends Name<M>, const S extends SelectorOf<M, E>>(
    entity: E,
    fields: S & CheckedOf<M, E, S>,
    options: ReadOptions<M, E> = {},
  ): Records<SelectedOf<M, E, S>> {
    return this.#operations.records(entity, fields, options)
  }

  /** One record by its key; null when there is none that the caller may read. */
  get<E extends Name<M>, const S extends SelectorOf<M, E>>(
    entity: E,
    key: string,
    fields: S & CheckedOf<M, E, S>,
    options: CallOptions = {},
  ): Promise<SelectedOf<M, E, S> | null> {
    return this.#operations
      .records<SelectedOf<M, E, S>>(entity, fields, {
        ...options,
        where: { Key: { $EQ: key } },
        top: 1,
      })
      .first()
  }

  /** Creates a record, and gives its key. */
  create<E extends Name<M>>(entity: E, data: NewRecord<M, E>, options?: WriteOptions): Promise<Written> {
    return this.#operations.write('Create', entity, { Key: null, ...data }, options)
  }

  /** Changes the fields that are given. With the Version that was read, a change by somebody else meanwhile is refused. */
  update<E extends Name<M>>(entity: E, data: ChangedRecord<M, E>, options?: WriteOptions): Promise<Written> {
    return this.#operations.write('Update', entity, data, options)
  }

  /** Puts a record into the recycle bin, by its key, or by key and Version. */
  delete<E extends Name<M>>(
    entity: E,
    data: string | { readonly Key: string; readonly Version?: number },
    options?: WriteOptions,
  ): Promise<Written> {
    return this.#operations.write('Delete', entity, typeof data === 'string' ? { Key: data } : data, options)
  }

  /** Takes a deleted record, and what was deleted with it, out of the recycle bin. */
  restore<E extends Name<M>>(entity: E, key: string, options?: WriteOptions): Promise<Written> {
    return this.#operations.write('Restore', entity, { Key: key }, options)
  }

  /** Creates many records, a thousand per transaction, and gives their keys in the same order. */
  createAll<E extends Name<M>>(
    entity: E,
    records: Iterable<NewRecord<M, E>> | AsyncIterable<NewRecord<M, E>>,
    options?: CallOptions,
  ): AsyncIterable<Written> {
    return this.#operations.writeAll('Create', entity, records, options)
  }

  /** Changes many records, a thousand per transaction. */
  updateAll<E extends Name<M>>(
    entity: E,
    records: Iterable<ChangedRecord<M, E>> | AsyncIterable<ChangedRecord<M, E>>,
    options?: CallOptions,
  ): AsyncIterable<Written> {
    return this.#operations.writeAll('Update', entity, records, options)
  }

  /**
   * Updates the one record that matches, or creates it. When somebody else changes the record meanwhile, it is read
   * again; more than one match is an error. Two programs that create at the same moment make two records.
   */
  async upsert<E extends Name<M>>(
    entity: E,
    match: WhereOf<M, E>,
    data: NewRecord<M, E>,
    options: CallOptions = {},
  ): Promise<Written & { readonly created: boolean }> {
    for (let tries = 0; ; tries++) {
      const atMostTwo = { ...options, where: match, top: 2 }
      const [record, another] = await this.#operations.records<Found>(entity, { Key: 1, Version: 1 }, atMostTwo).all()
      if (another) throw new MoreThanOne(entity)
      if (!record) return { ...(await this.create(entity, data, options)), created: true }
      try {
        const change = { ...data, ...record } as unknown as ChangedRecord<M, E>
        return { ...(await this.update(entity, change, options)), created: false }
      } catch (error) {
        if (tries === 4 || !(error instanceof Refused && error.problem('VersionConflict'))) throw error
      }
    }
  }

  /** Runs writes in one transaction, in order: `batch('Create', { 'AbEntry.acme': {...}, 'Opportunity.first': {...} })`. */
  batch<O extends WriteOperation, N extends string>(
    operation: O,
    members: { readonly [Member in N]: BatchRecord<M, O, Member> },
    options?: WriteOptions,
  ): Promise<{ readonly [Member in N]: Written }> {
    return this.#operations.writeMembers(operation, members, options) as Promise<{ readonly [Member in N]: Written }>
  }

  /** The mandatory fields of a record, and every problem of it (thrown as Refused); nothing is written. */
  async validate<E extends Name<M>>(
    entity: E,
    data: PartialRecord<M, E>,
    options: CallOptions = {},
  ): Promise<Readonly<Record<string, { readonly Mandatory: boolean }>>> {
    const { Validation } = await this.#operations.ask('Validate', entity, { Data: data }, options)
    return (Validation ?? {}) as Readonly<Record<string, { readonly Mandatory: boolean }>>
  }

  /** The options of fields: `fieldOptions('AbEntry', { MrMs: [{ Key: 1, DisplayValue: 1 }] })`. */
  async fieldOptions<E extends Name<M>, const S extends Readonly<Record<string, unknown>>>(
    entity: E,
    fields: S & CheckedOf<M, E, S>,
    { data, ...options }: CallOptions & { readonly data?: PartialRecord<M, E> } = {},
  ): Promise<{ readonly [N in keyof S]: readonly Readonly<Record<string, unknown>>[] }> {
    const content = { FieldOptions: fields, ...(data ? { Data: data } : {}) }
    const { FieldOptions } = await this.#operations.ask('Read', entity, content, options)
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

  /** Any operation, with a body as the reference of the API describes it. A write is done once, as with the others. */
  call<T = Readonly<Record<string, unknown>>>(
    operation: string,
    body: unknown,
    { idempotencyKey = crypto.randomUUID(), ...options }: RetryOptions & Pick<WriteOptions, 'idempotencyKey'> = {},
  ): Promise<T> {
    return this.#operations.send<T>(operation, body, options, idempotencyKey)
  }
}

/** The match of an upsert finds several records, and none was changed. */
export class MoreThanOne extends Error {
  constructor(entity: string) {
    super(`More than one ${entity} matches, so none was changed.`)
    this.name = 'MoreThanOne'
  }
}
