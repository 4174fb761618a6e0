// Adds a required user to a list of users: the user of an interaction, the organizer of a meeting.
import type { ListRows } from '../../fields/field.ts'
import type { RuleContext } from './types.ts'

/** Adds the user in `column` to the side table `table` of the field Users. */
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
