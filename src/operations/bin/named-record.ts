// Finds the record that a Delete or a Restore names: by its key, or by the fields that an entity names its records by.
import type { Problems } from '../../base/errors.ts'
import { isEmpty, member } from '../../base/text/json.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { readMembers } from '../record/members.ts'
import { type RecordRequest, recordId } from '../record/record-write.ts'
import type { WriteSetting } from '../record/rule-context.ts'

/** Returns the identifier; null when the key is missing, wrong or unknown. Restore looks into the recycle bin first. */
export async function namedRecord(
  request: RecordRequest,
  { rows, context }: Pick<WriteSetting, 'rows' | 'context'>,
  problems: Problems,
  operation: 'Delete' | 'Restore',
): Promise<string | null> {
  const { entity, data, path } = request
  const { knownBy, table, name } = entity.entity
  if (!knownBy) return recordId(entity, member(data, 'Key'), path, problems, context)
  const where = readNames(request, knownBy, problems)
  if (!where) return null
  const found = await rows.select(table, where, { order: 'deleted_at' })
  const [live, inBin] = [found.find(row => row.deleted === null), found.findLast(row => row.deleted !== null)]
  const record = operation === 'Delete' ? live : (inBin ?? live)
  if (!record) problems.add('UnknownKey', `${path}.Key`, `${path}.Key: there is no such ${name}.`)
  return (record?.id as string | undefined) ?? null
}

/** The columns of the fields that name the record; null when one of them is missing or wrong. */
function readNames(
  { entity, data, path }: RecordRequest,
  knownBy: readonly string[],
  problems: Problems,
): RecordRow | null {
  const before = problems.count
  const { fields } = readMembers(entity, data, path, problems)
  const columns: RecordRow = {}
  for (const name of knownBy) {
    const [sent, here] = [fields.get(name), `${path}.${name}`]
    if (!sent || isEmpty(sent.value)) {
      problems.add('KeyRequired', here, `${here} is mandatory: ${knownBy.join(' and ')} say which record is meant.`)
      continue
    }
    const { field, column } = sent.field
    const context = { path: here, problems, creating: false, uid: '', findUid: String, corporateCurrency: '' }
    Object.assign(columns, field.parse?.(sent.value, column, '', { ...context, current: {} })?.columns)
  }
  return problems.count > before ? null : columns
}
