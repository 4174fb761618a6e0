// Declares the tables of the console's sessions, which is global, since a digest is looked up before the tenant is known, and of the pictures of users.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

/** A session that has ended keeps its row for some weeks, so that people can see why it ended. */
export const sessionTable = table({
  name: 'console_session',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    // The public id of the session in lists of grants; it is no secret.
    required('id', 'text'),
    required('db', 'integer'),
    required('uid', 'text'),
    required('created', 'integer'),
    // The end of its idle time, which uses move, and the end of its longest life.
    required('expires', 'integer'),
    required('ends', 'integer'),
    // The User-Agent of the browser, by which a person recognizes the session.
    required('agent', 'text'),
    // When, why and by whom it was ended; null for one that only expired.
    column('ended', 'integer'),
    column('end_reason', 'text'),
    column('ended_by', 'text'),
    // What the person who ended it wrote as the reason.
    column('end_note', 'text'),
    // The session at the provider of single sign-on, as a digest; empty where the provider named none, null without a provider.
    column('provider', 'text'),
  ],
  primaryKey: ['digest'],
  indexes: [
    { name: 'id', columns: ['id'], unique: true },
    { name: 'user', columns: ['db', 'uid'] },
    { name: 'list', columns: ['db', 'id'] },
    { name: 'provider', columns: ['provider'] },
    { name: 'expires', columns: ['expires'] },
  ],
})

/** A user has at most one picture. */
const pictureTable = table({
  name: 'user_picture',
  scope: 'database',
  columns: [
    tenant,
    required('uid', 'text'),
    required('type', 'text'),
    // The digest of the bytes.
    required('version', 'text'),
    required('bytes', 'bytes'),
  ],
  primaryKey: ['db', 'uid'],
})

export const tables = [sessionTable, pictureTable]

export type SessionTables = TablesOf<typeof tables>
