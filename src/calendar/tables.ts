// Declares the table of the iCalendar addresses; it is global, since a digest is looked up before the tenant is known.
import { required, type TablesOf, table } from '../storage/table.ts'

/** A user has at most one address. */
const calendarAddressTable = table({
  name: 'calendar_address',
  scope: 'global',
  columns: [
    required('db', 'integer'),
    required('uid', 'text'),
    required('digest', 'text'),
    // 1 when the calendar has tasks too.
    required('tasks', 'integer'),
    required('created', 'integer'),
  ],
  primaryKey: ['db', 'uid'],
  indexes: [{ name: 'digest', columns: ['digest'], unique: true }],
})

export const tables = [calendarAddressTable]

export type CalendarTables = TablesOf<typeof tables>
