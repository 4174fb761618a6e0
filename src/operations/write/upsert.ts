// Creates or updates a record that is identified by its key, an external key, or matching fields.
import { Problems } from '../../base/errors.ts'
import { fold } from '../../base/text/fold.ts'
import { isEmpty, isObject, member, withoutMembers } from '../../base/text/json.ts'
import { type ExternalKey, externalKeyName, readExternalKey } from '../../fields/kinds/external-keys.ts'
import { decodeKey, encodeKey } from '../../fields/record-key.ts'
import { splitPath } from '../../model/resolve.ts'
import type { Draft } from '../record/draft.ts'
import { keysHeldBy, liveHolder } from '../record/external-keys.ts'
import { readMembers } from '../record/members.ts'
import { type Data, echo, type RecordRequest, writeRecord } from '../record/record-write.ts'
import type { WriteSetting } from '../record/rule-context.ts'
import { allowedIds } from '../rows/record-access.ts'
import type { RowStore } from '../rows/row-store.ts'
import { matching } from './matching.ts'
import type { WriteResult } from './read-after-save.ts'
import type { RecordsRequest } from './write-plan.ts'

/** How many keys of several matches a message lists. */
const mostListed = 10
/** The number of lock rows for upserts of a database; equal match values share a row. */
const lockSlots = 256
/** Only this many characters of an identity determine its slot. */
const longestIdentity = 1_000

/** A record of an Upsert, with the fields by which it is matched. */
interface UpsertRequest extends RecordRequest {
  readonly member: string
  readonly match: readonly string[]
}

interface Identity {
  readonly key: unknown
  readonly external: ExternalKey | null
  readonly data: Data
}

/** Extracts what identifies the record from its data. Null when it has a problem. */
function identityOf({ entity, data, path, match }: UpsertRequest, problems: Problems): Identity | null {
  const before = problems.count
  const key = member(data, 'Key')
  const sent = member(data, 'ExternalKey')
  const here = `${path}.ExternalKey`
  const external = isEmpty(sent) ? null : (readExternalKey(sent, { path: here, problems }) ?? null)
  if (external && !isEmpty(key))
    problems.add('InvalidRequest', here, `${here} and ${path}.Key both identify the record; send one of them.`)
  if (external && member(data, 'ExternalKeys') !== undefined)
    problems.add('InvalidRequest', here, `${here} and ${path}.ExternalKeys exclude each other.`)
  if (isEmpty(sent) && isEmpty(key) && match.length === 0) {
    const how = 'Match beside Data, or ExternalKey inside it'
    problems.add('Required', path, `${path} does not say which ${entity.name} is meant: send ${how}.`)
  }
  return problems.count > before ? null : { key, external, data: withoutMembers(data, ['externalkey']) }
}

/** What became of a record: the draft that was written; null when `onFound` has left the record alone. */
interface UpsertedRecord {
  readonly id: string
  readonly draft: Draft | null
}

/** Changes the data for a record that was found, in the transaction, before it is written; null writes nothing. */
type OnFound = (data: Data) => Promise<Data | null>

/** Finds and writes one record. Null when it has problems. */
export async function upsertDraft(
  request: UpsertRequest,
  setting: WriteSetting,
  problems: Problems,
  onFound?: OnFound,
): Promise<UpsertedRecord | null> {
  const identity = identityOf(request, problems)
  if (!identity) return null
  const before = problems.count
  const id = await findRecord(request, identity, setting, problems)
  if (problems.count > before) return null
  const operation = id === null && isEmpty(identity.key) ? 'Create' : 'Update'
  const found = await dataFor(request, identity, id, setting.rows)
  const data = operation === 'Update' && onFound ? await onFound(found) : found
  if (data === null) return { id: decodeKey(String(member(found, 'Key')))?.id ?? '', draft: null }
  const draft = await writeRecord(operation, { ...request, data }, setting, problems)
  return draft && { id: draft.id, draft }
}

/** Writes one record; `Result` of the answer is Created, Updated or Unchanged. */
export async function upsertRecord(
  request: UpsertRequest,
  setting: WriteSetting,
  problems: Problems,
): Promise<WriteResult | null> {
  const draft = (await upsertDraft(request, setting, problems))?.draft
  if (!draft) return null
  const changed = draft.row.version !== draft.before.version
  const Result = draft.creating ? 'Created' : changed ? 'Updated' : 'Unchanged'
  return { id: draft.id, answer: { ...echo(request, draft), Result } }
}

/** The data to write: with the key of the record that was found, and with the external key that it does not have yet. */
async function dataFor(
  { entity }: UpsertRequest,
  { external, data }: Identity,
  id: string | null,
  rows: RowStore,
): Promise<Data> {
  const keyed = id === null ? data : { ...withoutMembers(data, ['key']), Key: encodeKey(entity.name, id) }
  if (!external) return keyed
  const held = id === null ? [] : await keysHeldBy(rows, entity.name, id)
  if (held.some(key => externalKeyName(key) === externalKeyName(external))) return keyed
  return { ...keyed, ExternalKeys: [...held, external].map(({ source, key }) => ({ Source: source, Key: key })) }
}

/** The record with the identity; null when there is none, or when the request names it by its key. */
async function findRecord(
  request: UpsertRequest,
  { key, external }: Identity,
  setting: WriteSetting,
  problems: Problems,
): Promise<string | null> {
  if (!isEmpty(key)) return null
  if (external) {
    const found = await findByExternalKey(request, external, setting, problems)
    if (found !== null) return found
  }
  return request.match.length === 0 ? null : findByMatch(request, setting, problems)
}

async function findByExternalKey(
  { entity, path }: UpsertRequest,
  external: ExternalKey,
  { rows, context: { catalog, caller } }: WriteSetting,
  problems: Problems,
): Promise<string | null> {
  const holder = await liveHolder(rows, entity.entity, external)
  if (holder === null) return null
  const readable = await allowedIds(rows, catalog.model, caller, entity, [holder], { mode: 'read', lock: 'update' })
  if (readable.has(holder)) return holder
  const here = `${path}.ExternalKey`
  const message = `${here}: the key ${external.key} of ${external.source} belongs to another ${entity.name}.`
  problems.add('AlreadyExists', here, message)
  return null
}

async function findByMatch(request: UpsertRequest, setting: WriteSetting, problems: Problems): Promise<string | null> {
  const { entity, path, match, member: spelling } = request
  const values = matchValues(request)
  const missing = match.filter((_, i) => isEmpty(values[i]))
  for (const name of missing)
    problems.add('Required', `${path}.${name}`, `${path}.${name} is mandatory: Match names it.`)
  if (missing.length > 0) return null
  const { rows, context } = setting
  const content = {
    Scope: { Fields: { Key: 1 } },
    Criteria: { SearchQuery: { $AND: match.map((name, i) => ({ [name]: { $EQ: values[i] } })) }, Top: mostListed + 1 },
  }
  const found = await matching({
    request: { member: spelling, entity, content },
    ...{ rows, context, path: `${spelling}.Match` },
  })
  if (found.length > 1) {
    const keys = found.slice(0, mostListed).map(({ Key }) => Key)
    const more = found.length > mostListed ? ' and more' : ''
    const message = `${path}: several records match: ${keys.join(', ')}${more}.`
    problems.add('AlreadyExists', path, message)
  }
  const [only] = found
  return only === undefined || found.length > 1 ? null : (decodeKey(String(only.Key))?.id ?? null)
}

/** The members that hold the value of an object, such as the address of an e-mail. */
const bareMembers = ['Value', 'Address', 'Number', 'Key', 'Uid']

/** The values of the matched fields, in any spelling of their names. */
function matchValues({ entity, data, match }: Pick<UpsertRequest, 'entity' | 'data' | 'match'>): unknown[] {
  const { fields } = readMembers(entity, data, '', new Problems())
  return match.map(path => {
    const [first = '', ...inner] = splitPath(path)
    const value = inner.reduce<unknown>(
      (at, step) => (isObject(at) ? member(at, step) : undefined),
      fields.get(first)?.value,
    )
    if (!isObject(value)) return value
    return bareMembers.map(bare => member(value, bare)).find(one => one !== undefined)
  })
}

/**
 * Locks what identifies the records of a request until the end of the transaction, so that two upserts of equal values do
 * not both find nothing. Slots are locked in ascending order, which prevents deadlocks.
 */
export async function lockIdentities(
  requests: readonly Pick<RecordsRequest, 'entity' | 'records' | 'match'>[],
  rows: RowStore,
): Promise<void> {
  const slots = new Set<string>()
  for (const { entity, records, match } of requests) {
    for (const data of records) {
      const external = member(data, 'ExternalKey')
      if (isObject(external))
        slots.add(slotOf(`${entity.name} ${member(external, 'Source')} ${member(external, 'Key')}`))
      if (match.length > 0) slots.add(slotOf(`${entity.name} ${matchIdentity({ entity, data, match })}`))
    }
  }
  for (const slot of [...slots].sort()) await rows.next(slot)
}

/** The padding of a key may be left out. */
function withoutPadding(text: string): string {
  let end = text.length
  while (text[end - 1] === '=') end--
  return text.slice(0, end)
}

/** The same text for the same fields and values in any order and spelling. */
function matchIdentity(request: Pick<UpsertRequest, 'entity' | 'data' | 'match'>): string {
  const values = matchValues(request)
  const spelt = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : withoutPadding(String(value)))
  return request.match
    .map((name, i) => `${name} ${spelt(values[i])}`)
    .sort()
    .join('\n')
}

function slotOf(identity: string): string {
  let hash = 0
  for (const unit of fold(identity.slice(0, longestIdentity)))
    hash = (Math.imul(hash, 31) + (unit.codePointAt(0) ?? 0)) | 0
  return `upsert ${(hash >>> 0) % lockSlots}`
}
