// Offers the operations of the data API with types, pages, keys that make writes repeatable, and documents as streams.
import type { Model } from './model.ts'
import {
  type CallOptions,
  newIdempotencyKey,
  Operations,
  type Query,
  type WriteOptions,
  type Written,
} from './operations.ts'
import type { Records } from './records.ts'
import type { RetryOptions } from './retry.ts'
import { type Call, type Connection, Transport } from './transport.ts'
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
import { WrittenRecords } from './written-records.ts'

/** What an upsert writes: the fields of the record, and the key of the record in another system. */
export type UpsertRecord<M, E extends keyof M> = Partial<NewRecord<M, E>> & {
  readonly Key?: string | null
  readonly ExternalKey?: { readonly Source: string; readonly Key: string }
}

export interface UpsertOptions<M, E extends keyof M> {
  /** One to three fields by which the record is found. */
  readonly match?: readonly (keyof NewRecord<M, E> & string)[]
}

/** The answer to an upsert. */
export type Upserted = Written & { readonly Result: 'Created' | 'Updated' | 'Unchanged' }

export interface ReadOptions<M, E extends keyof M> extends Query<WhereOf<M, E>, OrderOf<M, E>, GroupOf<M, E>> {}

type Name<M> = keyof M & string
/** A record that is not complete yet. */
type PartialRecord<M, E extends keyof M> = Partial<NewRecord<M, E>> & { readonly Key?: string | null }
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

  /** Changes the fields that are given. With the Version that was read, it is refused after another change. */
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

  /** Creates many records, a thousand per transaction: `await` it for all results, or iterate over them with `for await`. */
  createAll<E extends Name<M>>(
    entity: E,
    records: Iterable<NewRecord<M, E>> | AsyncIterable<NewRecord<M, E>>,
    options?: CallOptions,
  ): WrittenRecords<Written> {
    return new WrittenRecords(() => this.#operations.writeAll<Written>('Create', entity, records, options))
  }

  /** Changes many records, a thousand per transaction: `await` it for all results, or iterate over them with `for await`. */
  updateAll<E extends Name<M>>(
    entity: E,
    records: Iterable<ChangedRecord<M, E>> | AsyncIterable<ChangedRecord<M, E>>,
    options?: CallOptions,
  ): WrittenRecords<Written> {
    return new WrittenRecords(() => this.#operations.writeAll<Written>('Update', entity, records, options))
  }

  /**
   * Creates a record, or updates an existing one: the record with its `ExternalKey`, or the record whose fields of `match`
   * have equal values. Several matches are refused. Concurrent upserts of equal values make one record.
   */
  upsert<E extends Name<M>>(
    entity: E,
    data: UpsertRecord<M, E>,
    options?: UpsertOptions<M, E> & WriteOptions,
  ): Promise<Upserted> {
    return this.#operations.write('Upsert', entity, data, options) as Promise<Upserted>
  }

  /** Creates or updates many records, a thousand per transaction: `await` it, or iterate over the results with `for await`. */
  upsertAll<E extends Name<M>>(
    entity: E,
    records: Iterable<UpsertRecord<M, E>> | AsyncIterable<UpsertRecord<M, E>>,
    options?: UpsertOptions<M, E> & CallOptions,
  ): WrittenRecords<Upserted> {
    return new WrittenRecords(() => this.#operations.writeAll<Upserted>('Upsert', entity, records, options))
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
  async upload(
    bytes: Blob | Uint8Array<ArrayBuffer> | ReadableStream,
    options: RetryOptions & Pick<Call, 'fetch'> = {},
  ): Promise<string> {
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
    { idempotencyKey, ...options }: RetryOptions & Pick<WriteOptions, 'idempotencyKey'> = {},
  ): Promise<T> {
    const key = operation === 'Read' ? undefined : (idempotencyKey ?? newIdempotencyKey())
    return this.#operations.send<T>(operation, body, options, key)
  }
}
