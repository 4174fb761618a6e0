// Declares the tables of databases, memberships, password links, invitations and throttle counts.
import { databaseTable } from '../model/tables.ts'
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'
import { throttleTable } from './throttle.ts'

/** Maps a folded e-mail to users before the database is known. Every write of a user updates this table. */
const membershipTable = table({
  name: 'membership',
  scope: 'global',
  columns: [required('email_f', 'text'), required('db', 'integer'), required('uid', 'text')],
  primaryKey: ['email_f', 'db', 'uid'],
  indexes: [{ name: 'user', columns: ['db', 'uid'] }],
})

/** A user has at most one link. A new password, another e-mail and the end of the user remove it (`userRules`). */
export const passwordLinkTable = table({
  name: 'password_link',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    required('db', 'integer'),
    required('uid', 'text'),
    // The address to which the link was mailed.
    required('email', 'text'),
    required('purpose', 'text'),
    required('expires', 'integer'),
  ],
  primaryKey: ['digest'],
  indexes: [
    { name: 'user', columns: ['db', 'uid'] },
    { name: 'expires', columns: ['expires'] },
  ],
})

/** The last invitation of each user, kept so that administrators see who has accepted. */
const invitationTable = table({
  name: 'invitation',
  scope: 'database',
  columns: [
    tenant,
    required('uid', 'text'),
    required('email', 'text'),
    // Epoch seconds, and the Uid of the administrator who sent it.
    required('sent', 'integer'),
    required('sent_by', 'text'),
    required('expires', 'integer'),
    column('accepted', 'integer'),
    column('revoked', 'integer'),
  ],
  primaryKey: ['db', 'uid'],
  indexes: [{ name: 'sent', columns: ['db', 'sent', 'uid'] }],
})

export const tables = [databaseTable, membershipTable, passwordLinkTable, invitationTable, throttleTable]

export type AccountTables = TablesOf<typeof tables>
