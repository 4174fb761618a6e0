// Declares the tables of the event log: the events, the timelines of the store, and where each timeline begins.
import { column, gapless, required, type TablesOf, table, tenant } from '../storage/table.ts'

/** One row for each history row, with the same id. It names what was written; History has what changed. */
export const eventTable = table({
  name: 'event_log',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    gapless('position'),
    required('entity', 'text'),
    required('record', 'text'),
    required('operation', 'text'),
    // Null for the rows of Schema, of which option lists have no Version.
    column('version', 'integer'),
    column('uid', 'text'),
    column('application', 'text'),
    /** Epoch milliseconds, by the clock of the writer. */
    required('at', 'integer'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'position', columns: ['db', 'position'], unique: true }],
})

/** The lives of the store, in their order: the first, and one more for each time that a copy took its place. */
export const timelineTable = table({
  name: 'timeline',
  scope: 'global',
  besideTenants: true,
  columns: [
    required('number', 'integer'),
    required('id', 'text'),
    /** Store.identity() when the timeline began. */
    required('store', 'text'),
    required('began', 'integer'),
    /** Seals the positions in the tokens of the change feed. */
    required('token_key', 'text', ''),
  ],
  primaryKey: ['number'],
})

/** The last position of a database that a timeline has in common with the timeline before it; 0 without a row. */
export const forkTable = table({
  name: 'timeline_fork',
  scope: 'database',
  columns: [tenant, required('timeline', 'integer'), required('position', 'integer')],
  primaryKey: ['db', 'timeline'],
})

export const tables = [eventTable, timelineTable, forkTable]

export type EventTables = TablesOf<typeof tables>
