// Declares the authorization server's tables, all global, since a digest is looked up before the tenant is known.
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
    // The chain that the code issued, so that a second use can revoke it.
    column('chain', 'text'),
    // What the standard issuer keeps of its request, as JSON; null in a code of the other one.
    column('standard', 'text'),
    // The session at the provider of single sign-on, as a digest; empty where the provider named none, null without a provider.
    column('provider', 'text'),
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
    // Why and by whom it was revoked.
    column('end_reason', 'text'),
    column('ended_by', 'text'),
    // What the person who revoked it wrote as the reason.
    column('end_note', 'text'),
    // When and why a refresh was refused last.
    column('refused', 'integer'),
    column('refusal', 'text'),
    // The same facts as in the code that began it.
    column('standard', 'text'),
    // As in the code.
    column('provider', 'text'),
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'user', columns: ['db', 'uid'] },
    { name: 'list', columns: ['db', 'id'] },
    { name: 'provider', columns: ['provider'] },
  ],
})

/**
 * A pair: the digests of an access token and a refresh token that were issued together. Every client refreshes about
 * every ten minutes, so a refresh writes as little as possible: it changes one row and adds one.
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
    // When the pair was consumed, and the next pair.
    column('used', 'integer'),
    column('next', 'text'),
    column('revoked', 'integer'),
    column('access_revoked', 'integer'),
  ],
  // Consuming changes only columns without an index.
  changesSoon: true,
  primaryKey: ['refresh'],
  indexes: [
    { name: 'access', columns: ['access'], unique: true },
    { name: 'chain', columns: ['chain'] },
  ],
})

/** One salt per minute, from which the pairs of that minute can be derived again; see retry-salts.ts. */
export const saltTable = table({
  name: 'oauth_salt',
  scope: 'global',
  columns: [required('minute', 'integer'), required('salt', 'text')],
  primaryKey: ['minute'],
})

export const tables = [codeTable, grantTable, pairTable, saltTable]

export type OauthTables = TablesOf<typeof tables>
