// Declares the tables of the operations: answers to repeated writes, pairs that are no duplicates, erasures, hand-overs.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

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

/** Pairs of records, in the order of their identifiers, that a user has marked as different. */
const notDuplicateTable = table({
  name: 'not_duplicate',
  scope: 'database',
  columns: [
    tenant,
    required('one', 'text'),
    required('other', 'text'),
    required('uid', 'text'),
    required('at', 'integer'),
  ],
  primaryKey: ['db', 'one', 'other'],
  indexes: [{ name: 'other', columns: ['db', 'other'] }],
})

/** Erasures whose traces are removed twice more, since other work may have written some while they were removed. */
export const erasureTable = table({
  name: 'erasure',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    // JSON: entity and identifier of each record.
    required('keys', 'text'),
    required('at', 'integer'),
    // When the traces were removed for the first time after the erasure.
    column('finished', 'integer'),
  ],
  primaryKey: ['db', 'id'],
})

/** Disabled users whose records are being handed over to a successor; a row goes when all of them are. */
const handoverTable = table({
  name: 'handover',
  scope: 'database',
  columns: [
    tenant,
    required('uid', 'text'),
    required('successor', 'text'),
    // Who disabled the user, and when.
    required('author', 'text'),
    required('begun', 'integer'),
  ],
  primaryKey: ['db', 'uid'],
})

export const tables = [idempotencyTable, notDuplicateTable, erasureTable, handoverTable]

export type OperationTables = TablesOf<typeof tables>
