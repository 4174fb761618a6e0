// Deletes a record: moves it and the records that it owns to the recycle bin as one unit, and out of the word index.
import type { Problems } from '../../base/errors.ts'
import type { RecordRow } from '../../entities/entity.ts'
import type { BinContext } from '../../entities/rules/types.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { OperationContext } from '../context.ts'
import { otherRecords } from '../record/other-records.ts'
import { recordHistory } from '../record/record-history.ts'
import type { RecordRequest } from '../record/record-write.ts'
import { ruleStore, type WriteSetting } from '../record/rule-context.ts'
import { survivorIn } from '../rows/aliases.ts'
import { unindexRecord } from '../rows/index-record.ts'
import { markDeleted } from '../rows/mark-deleted.ts'
import { allowedIds, lockRecord } from '../rows/record-access.ts'
import type { RowStore } from '../rows/row-store.ts'
import { collectUnit, type Unit } from './delete-cascade.ts'
import { namedRecord } from './named-record.ts'

/** Returns the identifier; null when it was refused. `gone` has the records that this request has already deleted. */
export async function deleteRecord(
  request: RecordRequest,
  { rows, context }: WriteSetting,
  problems: Problems,
  gone: Set<string>,
): Promise<string | null> {
  const { caller, catalog, now, newId } = context
  const { entity, path } = request
  const id = await namedRecord(request, { rows, context }, problems, 'Delete')
  if (id === null || gone.has(`${entity.name} ${id}`)) return id
  const found = await lockRecord(rows, catalog.model, caller, entity, id)
  const here = `${path}.Key`
  if (!found) {
    const survivor = entity.entity.merge ? await survivorIn(rows, id) : null
    if (survivor === null) problems.add('UnknownKey', here, `${here}: there is no such ${entity.name}.`)
    else {
      const into = encodeKey(entity.name, survivor)
      problems.add('RuleViolated', here, `${here}: the record was merged into ${into}; delete that one.`)
    }
    return null
  }
  const unit = await collectUnit(rows, catalog.model, entity, id)
  if (!found.mayWrite || !(await mayWriteAll(rows, context, unit))) {
    const what = found.mayWrite ? 'something that would be deleted with it may' : 'the record may be read, but'
    problems.add('AccessDenied', here, `${here}: ${what} not be written.`)
    return null
  }
  const before = problems.count
  const bin = binContext(rows, context, id, path, problems, found.row)
  await entity.entity.rules?.beforeDelete?.(bin)
  if (problems.count > before) return null
  const name = newId()
  for (const [member, ids] of unit) {
    const { entity: declared } = catalog.model.entity(member)
    const versions = await markDeleted(rows, declared.table, [...ids], {
      deleted: name,
      deleted_at: now,
      deleted_by: caller.uid,
    })
    for (const one of ids) {
      await unindexRecord(rows, declared, one)
      const version = versions.get(one) ?? null
      await recordHistory(rows, context, { entity: member, record: one, operation: 'Delete', version })
      gone.add(`${member} ${one}`)
    }
  }
  await entity.entity.rules?.afterDelete?.(bin)
  return id
}

export async function mayWriteAll(rows: RowStore, context: OperationContext, unit: Unit): Promise<boolean> {
  const { model } = context.catalog
  for (const [name, ids] of unit) {
    const allowed = await allowedIds(rows, model, context.caller, model.entity(name), [...ids], {
      mode: 'write',
      lock: 'update',
    })
    if (allowed.size < ids.size) return false
  }
  return true
}

export const binContext = (
  rows: RowStore,
  context: OperationContext,
  id: string,
  path: string,
  problems: Problems,
  row: RecordRow,
): BinContext => ({
  ...ruleStore(rows, context.newId),
  ...otherRecords({ rows, context }),
  path,
  problems,
  db: rows.db,
  id,
  uid: context.caller.uid,
  now: context.now,
  corporateCurrency: context.catalog.currency,
  row,
})
