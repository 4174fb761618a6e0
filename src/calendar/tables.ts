// Declares the table of the iCalendar addresses, which is global, since a digest is looked up before the tenant is known, and those of invitations.
import { required, type TablesOf, table, tenant } from '../storage/table.ts'

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

/** Who has an invitation to an appointment, and what it says. */
const invitationTable = table({
  name: 'appointment_invitation',
  scope: 'database',
  columns: [
    tenant,
    required('appointment', 'text'),
    /** The key of the user, entry or lead. */
    required('attendee', 'text'),
    required('email', 'text'),
    required('name', 'text'),
    required('culture', 'text'),
    required('time_zone', 'text'),
    /** Of what the last mail said. */
    required('digest', 'text'),
  ],
  primaryKey: ['db', 'appointment', 'email'],
})

/** The last event whose invitations are sent. */
const progressTable = table({
  name: 'appointment_invitation_progress',
  scope: 'database',
  columns: [tenant, required('position', 'integer')],
  primaryKey: ['db'],
})

export const tables = [calendarAddressTable, invitationTable, progressTable]

export type CalendarTables = TablesOf<typeof tables>
