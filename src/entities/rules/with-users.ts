// A list of users that always holds a certain one: whoever had the interaction, whoever called the meeting.
import type { ListRows } from '../../fields/field.ts'
import type { RuleContext } from './types.ts'

/** Completes the side table `table` of the field Users with the user in `column`. */
export async function includeUser(write: RuleContext, table: string, column: string): Promise<void> {
  const user = write.row[column]
  const sent = write.list(table)
  if (typeof user !== 'string' || (!sent && !write.creating && user === write.before[column])) return
  const stored = sent || write.creating ? [] : await write.listOf(table, 'owner', write.id)
  const rows = sent?.rows ?? stored.map(({ position = 0, item = null }) => ({ position, item }))
  if (rows.some(row => row.item === user)) return
  const list: ListRows = { table, owner: 'owner', rows: [...rows, { position: rows.length, item: user }] }
  write.setList(list, stored)
}
