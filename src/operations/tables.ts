// Declares the table of answers that a repeated request gets again, and one that only an earlier release writes to.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

/** Nodes of release 0.1.0 write to it as long as they serve the store. The log of events is in the room events/. */
const eventTable = table({
  name: 'event',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    required('entity', 'text'),
    required('record', 'text'),
    required('operation', 'text'),
    required('at', 'integer'),
    column('uid', 'text'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'at', columns: ['db', 'at'] }],
})

/** Answers to writes that carried an Idempotency-Key, sealed, because some hold a secret that is shown once. */
const idempotencyTable = table({
  name: 'idempotency',
  scope: 'database',
  columns: [
    tenant,
    required('uid', 'text'),
    required('key', 'text'),
    required('body', 'text'),
    required('created', 'integer'),
    column('answer', 'text'),
  ],
  primaryKey: ['db', 'uid', 'key'],
  indexes: [{ name: 'created', columns: ['db', 'created'] }],
})

export const tables = [eventTable, idempotencyTable]

export type OperationTables = TablesOf<typeof tables>
