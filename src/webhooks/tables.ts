// Declares the tables of webhooks: targets, events that wait to be sent again, and the log of deliveries.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

export const targetTable = table({
  name: 'webhook_target',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    required('owner', 'text'),
    required('url', 'text'),
    column('description', 'text'),
    // JSON lists; null for all.
    column('entities', 'text'),
    column('operations', 'text'),
    // JSON of the condition.
    column('filter', 'text'),
    required('payload', 'text'),
    required('ordering', 'text'),
    required('enabled', 'flag'),
    // Why the service has disabled the target: failures, gone.
    column('stopped', 'text'),
    // Sealed, not hashed, since each request is signed with them; see secrets.ts.
    required('secrets', 'text'),
    // The events up to this position are sent, wait in the queue, or are none of this target's.
    required('position', 'integer'),
    // Epoch milliseconds of the first failure since the last success.
    column('failing_since', 'integer'),
    required('warned', 'flag', 0),
    // The node that delivers at the moment, and until when nobody else does; epoch milliseconds.
    column('holder', 'text'),
    required('held_until', 'integer', 0),
    required('created', 'integer'),
    required('changed', 'integer'),
  ],
  primaryKey: ['db', 'id'],
  changesSoon: true,
})

/**
 * `order`: the first event of a record that could not be sent; later events of the record wait behind it without rows of
 * their own. `replay`: an event that is sent once more. `failed`: one that was given up.
 */
export const queueTable = table({
  name: 'webhook_queue',
  scope: 'database',
  columns: [
    tenant,
    required('target', 'text'),
    required('kind', 'text'),
    // Tells the rows of a kind apart: the record of `order`, the position of the others.
    required('slot', 'text'),
    required('position', 'integer'),
    required('entity', 'text'),
    required('record', 'text'),
    required('attempts', 'integer'),
    // Epoch milliseconds: when it is tried next; of one that was given up, when that was.
    required('next_at', 'integer'),
  ],
  primaryKey: ['db', 'target', 'kind', 'slot'],
  indexes: [{ name: 'due', columns: ['db', 'target', 'kind', 'next_at'] }],
})

/** One row for each attempt. Identifiers are ordered by time. */
export const deliveryTable = table({
  name: 'webhook_delivery',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    required('target', 'text'),
    column('event', 'text'),
    required('type', 'text'),
    required('attempt', 'integer'),
    required('outcome', 'text'),
    // The HTTP status of the answer.
    column('status', 'integer'),
    // Epoch milliseconds.
    required('at', 'integer'),
    required('ms', 'integer'),
    column('next_at', 'integer'),
    column('request', 'text'),
    column('response', 'text'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'target', columns: ['db', 'target', 'id'] }],
})

export const tables = [targetTable, queueTable, deliveryTable]

export type WebhookTables = TablesOf<typeof tables>
