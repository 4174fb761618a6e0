// Undoes the conversion of a lead: gives back what followed it, and moves what it became to the recycle bin.
import type { Problems } from '../../base/errors.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { collectUnit } from '../bin/delete-cascade.ts'
import { deleteRecord } from '../bin/delete-record.ts'
import { otherRecords } from '../record/other-records.ts'
import type { WriteSetting } from '../record/rule-context.ts'
import { giveBack } from './following-records.ts'
import type { ConversionJournal } from './journal.ts'

/** Adds a problem for each record that was changed, or got records of its own; then nothing is to be kept of the transaction. */
export async function undoConversion(
  lead: RecordRow,
  path: string,
  setting: WriteSetting,
  problems: Problems,
): Promise<void> {
  const { rows, context } = setting
  const { model } = context.catalog
  const here = `${path}.Key`
  const journal = JSON.parse(lead.conversion as string) as ConversionJournal
  const { entry, versions, followers, before } = journal
  await giveBack(rows, { lead: lead.id as string, entry }, followers)
  for (const made of versions) await checkUnchanged(made, journal, { here, setting, problems })
  if (problems.count > 0) return
  const gone = new Set<string>()
  for (const { entity, id } of versions) {
    const { table } = model.entity(entity).entity
    // Users may have deleted it already.
    if (!(await rows.exists(table, { id, deleted: null }))) continue
    const request = { entity: model.entity(entity), data: { Key: encodeKey(entity, id) }, path }
    await deleteRecord(request, setting, problems, gone)
  }
  if (problems.count > 0) return
  await otherRecords({ rows, context }).changeRecord('Lead', lead.id as string, { ...before, conversion: null })
}

interface Check {
  /** The path of the lead's key. */
  readonly here: string
  readonly setting: WriteSetting
  readonly problems: Problems
}

async function checkUnchanged(
  { entity, id, version }: ConversionJournal['versions'][number],
  { made }: ConversionJournal,
  { here, setting: { rows, context }, problems }: Check,
): Promise<void> {
  const { model } = context.catalog
  const row = await rows.one(model.entity(entity).entity.table, { id, deleted: null }, { lock: 'update' })
  if (!row) return
  const which = `the ${entity} ${encodeKey(entity, id)}, which the lead became,`
  if (row.version !== version) problems.add('RuleViolated', here, `${here}: ${which} was changed since.`)
  const further: string[] = []
  for (const [name, ids] of await collectUnit(rows, model, model.entity(entity), id)) {
    const known = new Set(made[name] ?? [])
    const count = [...ids].filter(one => !known.has(one)).length
    if (count > 0) further.push(`${count} ${name}`)
  }
  if (further.length > 0)
    problems.add('RuleViolated', here, `${here}: ${which} has further records: ${further.join(', ')}.`)
}
