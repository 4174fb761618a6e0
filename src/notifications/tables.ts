// Declares how far the notifications of each database have come.
import { required, type TablesOf, table, tenant } from '../storage/table.ts'

const progressTable = table({
  name: 'notification_progress',
  scope: 'database',
  columns: [
    tenant,
    /** The last event whose notifications are written. */
    required('position', 'integer'),
    /** Tasks that were due up to this second have their notifications. */
    required('due', 'integer'),
  ],
  primaryKey: ['db'],
})

export const tables = [progressTable]

export type NotificationTables = TablesOf<typeof tables>
