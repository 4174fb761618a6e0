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

/** How far the mails to each user who wants them have come. */
const mailTable = table({
  name: 'notification_mail',
  scope: 'database',
  columns: [
    tenant,
    required('uid', 'text'),
    /** The newest notification that was mailed or was there before mails were wanted. */
    required('mailed', 'text'),
    /** When the next daily mail is due, in epoch seconds. */
    required('due', 'integer'),
  ],
  primaryKey: ['db', 'uid'],
})

export const tables = [progressTable, mailTable]

export type NotificationTables = TablesOf<typeof tables>
