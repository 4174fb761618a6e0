// Declares how far the triggers of each database have come, and which records meet their conditions.
import { required, type TablesOf, table, tenant } from '../storage/table.ts'

const progressTable = table({
  name: 'workflow_progress',
  scope: 'database',
  columns: [
    tenant,
    /** The last event after which the triggers were judged. */
    required('position', 'integer'),
    /** The last day, counted from 1970, for which conditions on dates were judged. */
    required('day', 'integer'),
  ],
  primaryKey: ['db'],
})

/** A record that meets the conditions of a trigger, or has met them. */
export const meetingTable = table({
  name: 'workflow_meeting',
  scope: 'database',
  columns: [
    tenant,
    /** The WorkflowAction. */
    required('action', 'text'),
    required('record', 'text'),
    /** The last day on which it came to meet them. */
    required('day', 'integer'),
    required('met', 'flag', 1),
  ],
  primaryKey: ['db', 'action', 'record'],
})

export const tables = [progressTable, meetingTable]

export type WorkflowTables = TablesOf<typeof tables>
