// The global tables that say which databases exist and whose e-mail is a user of which.
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

/** Kept by whoever writes a user; found by the folded e-mail before the database is known. */
export const membershipTable: Table = {
  name: 'membership',
  scope: 'global',
  columns: [required('email_f', 'text'), required('db', 'integer'), required('uid', 'text')],
  primaryKey: ['email_f', 'db', 'uid'],
  indexes: [{ name: 'user', columns: ['db', 'uid'] }],
}

export const tables: readonly Table[] = [databaseTable, membershipTable, throttleTable]
