// Declares the global tables of databases, memberships and throttle counts.
import { databaseTable } from '../model/tables.ts'
import { required, type TablesOf, table } from '../storage/table.ts'
import { throttleTable } from './throttle.ts'

/** Maps a folded e-mail to users before the database is known. Every write of a user updates this table. */
const membershipTable = table({
  name: 'membership',
  scope: 'global',
  columns: [required('email_f', 'text'), required('db', 'integer'), required('uid', 'text')],
  primaryKey: ['email_f', 'db', 'uid'],
  indexes: [{ name: 'user', columns: ['db', 'uid'] }],
})

export const tables = [databaseTable, membershipTable, throttleTable]

export type AccountTables = TablesOf<typeof tables>
