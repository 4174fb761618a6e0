// Declares the tables of webhooks: targets, their queues, the log of deliveries, and the bodies that were sent.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

export const targetTable = table({
  name: 'webhook_target',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    required('owner', 'text'),
    // The scope of the token that created or enabled the target, and its grant, with which the target ends.
    required('scope', 'text', 'data'),
    column('chain', 'text'),
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
    // Why the service has disabled the target: failures, gone, revoked.
    column('stopped', 'text'),
    // Sealed, not hashed, since each request is signed with them; see secrets.ts.
    required('secrets', 'text'),
    // The events up to this position are delivered, in the queue, or not for this target.
    required('position', 'integer'),
    // Epoch milliseconds of the first and the last failed attempt since the last delivery, and how many failed.
    column('failing_since', 'integer'),
    column('failed_at', 'integer'),
    required('failures', 'integer', 0),
    required('warned', 'flag', 0),
    // The lease: the node that delivers, and until when no other node does; epoch milliseconds. 0 once it is released.
    column('holder', 'text'),
    required('held_until', 'integer', 0),
    // Runs of a worker that ended with an error, one after the other, and when the next may begin; epoch milliseconds.
    required('failed_runs', 'integer', 0),
    required('retry_at', 'integer', 0),
    // Leases in a row that were not released since their process died, and the event that is being rendered apart.
    required('deaths', 'integer', 0),
    column('rendering', 'integer'),
    required('created', 'integer'),
    required('changed', 'integer'),
  ],
  primaryKey: ['db', 'id'],
  changesSoon: true,
})

/**
 * `order`: the first event of a record that could not be delivered; later events of the record wait behind it without rows
 * of their own. `replay`: an event that is delivered once more. `failed`: an event that was given up.
 */
export const queueTable = table({
  name: 'webhook_queue',
  scope: 'database',
  columns: [
    tenant,
    required('target', 'text'),
    required('kind', 'text'),
    // Unique within a kind: the record of `order`, the position of the others.
    required('slot', 'text'),
    required('position', 'integer'),
    required('entity', 'text'),
    required('record', 'text'),
    required('attempts', 'integer'),
    // Epoch milliseconds: the next attempt; of an event that was given up, when that was.
    required('next_at', 'integer'),
    // The next attempt by the schedule, where a delivery of another event has brought an extra attempt forward.
    column('scheduled_at', 'integer'),
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
    // The id of the body in webhook_body.
    column('request', 'text'),
    column('response', 'text'),
    // What the row takes of the log's budget, without the body.
    required('bytes', 'integer', 0),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'target', columns: ['db', 'target', 'id'] }],
})

/** The body of an event: stored once, however many attempts and targets it was sent with. */
export const bodyTable = table({
  name: 'webhook_body',
  scope: 'database',
  columns: [
    tenant,
    // The event and a digest of the body, since owners with other rights get another body.
    required('id', 'text'),
    required('body', 'text'),
    required('bytes', 'integer'),
    // The id of the newest delivery with this body.
    required('last_delivery', 'text'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'last', columns: ['db', 'last_delivery'] }],
})

export const tables = [targetTable, queueTable, deliveryTable, bodyTable]

export type WebhookTables = TablesOf<typeof tables>
