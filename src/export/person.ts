// Exports everything of one person as a ZIP archive: the records of each entity, their history, and the bytes of documents.
import { Readable } from 'node:stream'
import { type Caller, shareOf } from '../accounts/caller.ts'
import { Problems, Refusal, refuse } from '../base/errors.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import { isEmpty, isObject, member } from '../base/text/json.ts'
import { joined } from '../base/text/long-text.ts'
import { download } from '../documents/download.ts'
import { entities, recorded } from '../entities/index.ts'
import { type OperationParts, runOperation } from '../envelope/run.ts'
import { readKey } from '../fields/kinds/reference.ts'
import { encodeKey, type RecordKey } from '../fields/record-key.ts'
import type { Model } from '../model/model.ts'
import type { Unit } from '../operations/bin/delete-cascade.ts'
import { personUnit } from '../operations/erase/person-unit.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import { driverIdentifier, driverImplementations } from '../query/plan/drivers.ts'
import { namesOf } from '../webhooks/rendering/record-names.ts'
import { type ZipEntry, zipArchive } from './formats/zip.ts'

interface PersonRequest {
  readonly body: unknown
  readonly gone: () => AbortSignal
  /** Finds the caller anew for each file of the archive; refuses when the token has ended. */
  readonly judge: () => MaybePromise<Caller>
}

type RecordData = Readonly<Record<string, unknown>>

/** Records that one Read asks for. */
const batch = 200
const pageSize = 200

const Drivers = Object.fromEntries(Object.keys(driverImplementations).map(name => [name, driverIdentifier(name)]))
const persons = entities.filter(({ erasable }) => erasable).map(({ name }) => name)

export async function startPersonExport(
  caller: Caller,
  request: PersonRequest,
  parts: OperationParts,
): Promise<Readable> {
  const { model, survivorOf, findUid } = await parts.catalogs.get(caller.db)
  const sent = isObject(request.body) ? member(request.body, 'Key') : undefined
  if (isEmpty(sent)) refuse('KeyRequired', 'Key', 'Key is mandatory: it is the key of an entry or a lead.')
  const problems = new Problems()
  const key = readKey(sent, persons, { path: 'Key', problems, findUid, survivorOf, uid: caller.uid })
  problems.throwIfAny()
  const archive = new PersonArchive(request, parts)
  const person = key ? await archive.records(caller, key.kind, [key.id]) : []
  if (!key || person.length === 0) return refuse('UnknownKey', 'Key', 'Key: there is no such record.')
  const all = await recordsAbout(key, model, caller, parts)
  return Readable.from(zipArchive(archive.entries(key, person, all)), { objectMode: false })
}

/** The records that an erasure would remove, and those that the person would be taken out of. */
function recordsAbout(key: RecordKey, model: Model, caller: Caller, { store }: OperationParts): Promise<Unit> {
  return store.write(
    async tx => {
      const { unit, shared } = await personUnit(new RowStore(tx, store.dialect, caller.db), model, key.kind, key.id)
      for (const [name, ids] of shared) unit.set(name, new Set([...(unit.get(name) ?? []), ...ids]))
      return unit
    },
    { share: shareOf(caller) },
  )
}

class PersonArchive {
  readonly #request: PersonRequest
  readonly #parts: OperationParts

  constructor(request: PersonRequest, parts: OperationParts) {
    this.#request = request
    this.#parts = parts
  }

  async *entries(key: RecordKey, person: readonly RecordData[], all: Unit): AsyncGenerator<ZipEntry> {
    yield { name: 'person.json', pieces: [`${JSON.stringify(person[0], null, 2)}\n`] }
    const documents: RecordData[] = []
    for (const [name, ids] of all) {
      const others = [...ids].filter(id => name !== key.kind || id !== key.id)
      const keep = (record: RecordData) => void (name === 'Document' && documents.push(record))
      if (others.length > 0) yield { name: `${name}.json`, pieces: listOf(this.#batches(name, others), keep) }
    }
    yield { name: 'History.json', pieces: listOf(this.#history(all)) }
    const names = new Set<string>()
    for (const document of documents) yield* this.#content(document, names)
  }

  /** The records that the caller may read, live or in the recycle bin. */
  async records(caller: Caller, entity: string, ids: readonly string[]): Promise<RecordData[]> {
    const found: RecordData[] = []
    for (const Deleted of [false, true]) {
      const { condition, count } = await namesOf(entity, ids, Deleted, caller.db, this.#parts)
      if (count === 0) continue
      const Criteria = { SearchQuery: condition, Top: count }
      found.push(...(await this.#read(caller, entity, { Scope: { Fields: 1 }, Criteria, Options: { Deleted } })).Data)
    }
    return found
  }

  async *#batches(entity: string, ids: readonly string[]): AsyncGenerator<readonly RecordData[]> {
    for (let at = 0; at < ids.length; at += batch)
      yield await this.records(await this.#request.judge(), entity, ids.slice(at, at + batch))
  }

  async *#history(all: Unit): AsyncGenerator<readonly RecordData[]> {
    for (const [name, ids] of all) {
      if (!recorded.includes(name)) continue
      for (const id of ids) {
        for (let PageKey: string | null = null, isFirst = true; isFirst || PageKey !== null; isFirst = false) {
          const SearchQuery = { ParentKey: { $EQ: encodeKey(name, id) } }
          const OrderBy = { PageSize: pageSize, PageKey }
          const content = { Scope: { Fields: 1 }, Criteria: { SearchQuery }, OrderBy }
          const page = await this.#read(await this.#request.judge(), 'History', content)
          yield page.Data
          PageKey = page.PageKey
        }
      }
    }
  }

  /** The bytes of a document under its name; a number distinguishes names that are there twice. */
  async *#content({ Key, Name }: RecordData, names: Set<string>): AsyncGenerator<ZipEntry> {
    const caller = await this.#request.judge()
    const request = { key: String(Key), ifNoneMatch: undefined, ifRange: undefined, range: undefined }
    const found = await download(this.#parts.store, caller, request).catch(error => {
      // A document without bytes, or one in the recycle bin, has its record alone.
      if (error instanceof Refusal) return null
      throw error
    })
    if (!found?.body) return
    const plain = String(Name ?? 'document').replace(/[\\/:\0]/g, '_')
    let name = plain
    for (let count = 2; names.has(name.toLowerCase()); count++) name = `${count} ${plain}`
    names.add(name.toLowerCase())
    yield { name: `documents/${name}`, pieces: found.body() }
  }

  async #read(
    caller: Caller,
    entity: string,
    content: object,
  ): Promise<{ Data: RecordData[]; PageKey: string | null }> {
    const parsed = () => ({ [entity]: content, Configuration: { Drivers } })
    const call = { operation: 'Read' as const, body: { parsed }, caller, idempotency: null, byKey: true }
    const text = joined(await runOperation({ ...call, gone: this.#request.gone }, this.#parts))
    const { Data = [], PageKey = null } =
      (JSON.parse(text) as Record<string, { Data: []; PageKey: null }>)[entity] ?? {}
    return { Data, PageKey }
  }
}

/** A JSON array of all records, a line for each. */
async function* listOf(
  batches: AsyncIterable<readonly RecordData[]>,
  keep: (record: RecordData) => void = () => {},
): AsyncGenerator<string> {
  let isFirst = true
  yield '[\n'
  for await (const records of batches)
    for (const record of records) {
      keep(record)
      yield `${isFirst ? '' : ',\n'}${JSON.stringify(record)}`
      isFirst = false
    }
  yield '\n]\n'
}
