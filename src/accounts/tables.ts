// Declares the global tables of databases, memberships and throttle counts.
import { required, type Table } from '../storage/table.ts'
import { throttleTable } from './throttle.ts'

export const databaseTable: Table = {
  name: 'database',
  scope: 'global',
  columns: [
    required('id', 'integer'),
    required('name', 'text'),
    required('name_f', 'text'),
    required('currency', 'text'),
    required('created', 'integer'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'name', columns: ['name_f'], unique: true }],
}

/** Maps a folded e-mail to users before the database is known. Every write of a user updates this table. */
export const membershipTable: Table = {
  name: 'membership',
  scope: 'global',
  columns: [required('email_f', 'text'), required('db', 'integer'), required('uid', 'text')],
  primaryKey: ['email_f', 'db', 'uid'],
  indexes: [{ name: 'user', columns: ['db', 'uid'] }],
}

export const tables: readonly Table[] = [databaseTable, membershipTable, throttleTable]
