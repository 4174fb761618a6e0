// The tables of the writers themselves: what happened, for whoever is to be told, and answers that may be asked for again.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

/** One row for each record that was written; the webhooks take it from here. */
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
