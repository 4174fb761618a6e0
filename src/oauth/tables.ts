// The authorization server's tables, all global: a code or token is found by its digest before the tenant is known.
import { column, required, type TablesOf, table } from '../storage/table.ts'

export const codeTable = table({
  name: 'oauth_code',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    required('client_id', 'text'),
    required('db', 'integer'),
    required('uid', 'text'),
    required('scope', 'text'),
    required('redirect_uri', 'text'),
    column('challenge', 'text'),
    required('expires', 'integer'),
    column('used', 'integer'),
    // What it issued, so that a second use can revoke it.
    column('chain', 'text'),
  ],
  primaryKey: ['digest'],
  indexes: [{ name: 'expires', columns: ['expires'] }],
})

/** One row per sign-in to an application: the head of a chain of pairs. */
export const grantTable = table({
  name: 'oauth_grant',
  scope: 'global',
  columns: [
    required('id', 'text'),
    required('client_id', 'text'),
    required('db', 'integer'),
    required('uid', 'text'),
    required('created', 'integer'),
    column('revoked', 'integer'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'user', columns: ['db', 'uid'] }],
})

/**
 * An access and a refresh token that were issued together, as digests. A refresh changes one row and adds one, which is
 * all that it writes: this table is on the path of every client's every ten minutes.
 */
export const pairTable = table({
  name: 'oauth_pair',
  scope: 'global',
  columns: [
    required('refresh', 'text'),
    required('access', 'text'),
    required('chain', 'text'),
    required('client_id', 'text'),
    required('db', 'integer'),
    required('uid', 'text'),
    required('scope', 'text'),
    required('created', 'integer'),
    // When the chain began.
    required('began', 'integer'),
    required('access_expires', 'integer'),
    required('access_ends', 'integer'),
    required('refresh_expires', 'integer'),
    // When it was consumed, and for which pair.
    column('used', 'integer'),
    column('next', 'text'),
    column('revoked', 'integer'),
    column('access_revoked', 'integer'),
  ],
  // When it is consumed, in columns that no index has.
  changesSoon: true,
  primaryKey: ['refresh'],
  indexes: [
    { name: 'access', columns: ['access'], unique: true },
    { name: 'chain', columns: ['chain'] },
  ],
})

/** What the tokens that were made by refreshes of one minute can be given again by; see retry-salts.ts. */
export const saltTable = table({
  name: 'oauth_salt',
  scope: 'global',
  columns: [required('minute', 'integer'), required('salt', 'text')],
  primaryKey: ['minute'],
})

export const tables = [codeTable, grantTable, pairTable, saltTable]

export type OauthTables = TablesOf<typeof tables>
