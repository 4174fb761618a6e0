// Runs Erase: removes an entry or a lead for good, with what belongs to it and all traces of its name and addresses.
import { shareOf } from '../../accounts/caller.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { isEmpty, isObject, member, nameOf } from '../../base/text/json.ts'
import { readKey } from '../../fields/kinds/reference.ts'
import { encodeKey, type RecordKey } from '../../fields/record-key.ts'
import { topics } from '../../storage/nodes/topics.ts'
import { insertStatement } from '../../storage/schema/table-statements.ts'
import type { Tx } from '../../storage/store.ts'
import { addToUnit, type Unit } from '../bin/delete-cascade.ts'
import { type EntityRequest, type OperationContext, partDone } from '../context.ts'
import { counts } from '../merge/moved-records.ts'
import { RowStore } from '../rows/row-store.ts'
import { erasureTable } from '../tables.ts'
import { type Idempotency, once } from '../write/idempotency.ts'
import { personTexts } from './person-texts.ts'
import { aboutThemAlone, ownedUnit, personUnit, recordsAbout } from './person-unit.ts'
import { removeRecords } from './remove-unit.ts'

/** Records of one transaction. */
const pieceRecords = 500

const insertErasure = insertStatement(erasureTable)

interface Erased {
  readonly content: object
  readonly keys: readonly RecordKey[]
}

export async function erase(
  request: EntityRequest,
  context: OperationContext,
  idempotency: Idempotency | null,
): Promise<object> {
  const { entity, member: spelling } = request
  const { caller, store, traces } = context
  const { model } = context.catalog
  if (!entity.entity.erasable) refuse('UnsupportedOperation', spelling, `${entity.name} does not take part in Erase.`)
  if (!caller.admin) refuse('AdministratorRequired', spelling, 'Only an administrator may erase a person.')
  const options = { share: shareOf(caller), gone: context.gone }
  const rowsOf = (tx: Tx) => new RowStore(tx, store.dialect, caller.db)
  // Rows of imports that became no record are found by the texts of the record, so they go before it.
  const person = await store.write(async tx => {
    const id = await erasableId(request, rowsOf(tx), context)
    if (id === null) return null
    const rows = rowsOf(tx)
    const unit = await ownedUnit(rows, model, entity.name, id)
    return { unit, about: await recordsAbout(rows, unit), texts: await personTexts(rows, model, unit) }
  }, options)
  if (person) for (const keeper of traces) await keeper.removeTexts?.(store, caller.db, person.texts)
  const parts: Unit = new Map()
  const total = person ? sizeOf(person.unit) + sizeOf(person.about) : 0
  for (const piece of person ? piecesOf(person.about) : []) {
    partDone(context, sizeOf(parts), total)
    await store.write(async tx => {
      const rows = rowsOf(tx)
      await holdVocabularies(rows, context)
      const part = await aboutThemAlone(rows, model, { unit: person?.unit ?? new Map(), ...piece })
      await eraseUnit(part, rows, context)
      for (const [name, ids] of part) addToUnit(parts, name, [...ids])
    }, options)
  }
  const { content, keys } = await store.write(async tx => {
    const rows = rowsOf(tx)
    await holdVocabularies(rows, context)
    const run = () => eraseRecords(request, parts, rows, context)
    return idempotency ? once(rows, context, idempotency, run) : run()
  }, options)
  context.onProgress?.(total, total)
  for (const keeper of traces) await keeper.removeKeys(store, caller.db, keys)
  return content
}

/**
 * The records about a person that go before the person, when there are many: one transaction of all would hold up other
 * writers, and so would the question which of all are about others too.
 */
function* piecesOf(about: Unit): Generator<{ readonly name: string; readonly ids: readonly string[] }> {
  for (const [name, found] of about) {
    const ids = [...found]
    for (let at = 0; ids.length > pieceRecords && at < ids.length; at += pieceRecords)
      yield { name, ids: ids.slice(at, at + pieceRecords) }
  }
}

/** No writer may list a word again while it is decided whether a record still has it. */
async function holdVocabularies(rows: RowStore, { catalog }: OperationContext): Promise<void> {
  for (const { entity } of catalog.model.entities)
    if (entity.searchWords && entity.scope !== 'global') await rows.dialect.search.holdVocabulary(rows.tx, entity.table)
}

/** `parts` were removed before. */
async function eraseRecords(
  request: EntityRequest,
  parts: Unit,
  rows: RowStore,
  context: OperationContext,
): Promise<Erased> {
  const { entity, member: spelling } = request
  const { model } = context.catalog
  const id = await erasableId(request, rows, context)
  if (id === null)
    return refuse('UnknownKey', `${spelling}.Data.Key`, `${spelling}.Data.Key: there is no such ${entity.name}.`)
  const { unit, shared } = await personUnit(rows, model, entity.name, id)
  await eraseUnit(unit, rows, context)
  await rows.tx.publish(topics.alias, rows.db)
  for (const [name, ids] of parts) addToUnit(unit, name, [...ids])
  const content = { Data: { Key: encodeKey(entity.name, id), Erased: counts(unit), ...keptIn(shared) } }
  return { content, keys: keysOf(unit) }
}

/** Removes records, and remembers their keys until all traces are gone. */
async function eraseUnit(unit: Unit, rows: RowStore, context: OperationContext): Promise<void> {
  for (const [name, ids] of unit) await removeRecords(rows, context.catalog.model.entity(name), [...ids], context)
  const { now, newId } = context
  const keys = JSON.stringify(keysOf(unit))
  await rows.tx.run(insertErasure(rows.dialect, { db: rows.db, id: newId(), keys, at: now, finished: null }))
}

const sizeOf = (unit: Unit): number => [...unit.values()].reduce((sum, ids) => sum + ids.size, 0)

const keysOf = (unit: Unit): RecordKey[] => [...unit].flatMap(([kind, ids]) => [...ids].map(id => ({ kind, id })))

const keptIn = (shared: Unit): object => (shared.size === 0 ? {} : { TakenOutOf: counts(shared) })

/** The identifier of the record, which may be in the recycle bin; null when there is none. */
async function erasableId(
  { entity, member: spelling, content }: EntityRequest,
  rows: RowStore,
  { caller, catalog: { findUid, survivorOf } }: OperationContext,
): Promise<string | null> {
  const path = `${spelling}.Data`
  const data = member(content as Record<string, unknown>, 'Data')
  if (!isObject(data)) return refuse('InvalidRequest', path, `${path} takes an object, not ${nameOf(data)}.`)
  const key = member(data, 'Key')
  const at = `${path}.Key`
  if (isEmpty(key)) return refuse('KeyRequired', at, `${at} is mandatory: it is the key of a record.`)
  const problems = new Problems()
  const found = readKey(key, [entity.name], { path: at, problems, findUid, survivorOf, uid: caller.uid })
  problems.throwIfAny()
  const row = found && (await rows.one(entity.entity.table, { id: found.id }, { lock: 'update' }))
  return row ? (row.id as string) : null
}
