// The authorization server's tables, all global: a code or token is found by its digest before the tenant is known.
import { column, required, type Table } from '../storage/table.ts'

export const codeTable: Table = {
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
}

/** One row per sign-in to an application: the chain of refresh tokens and their access tokens. */
export const grantTable: Table = {
  name: 'oauth_grant',
  scope: 'global',
  columns: [
    required('id', 'text'),
    required('client_id', 'text'),
    required('db', 'integer'),
    required('uid', 'text'),
    required('scope', 'text'),
    required('created', 'integer'),
    required('last_used', 'integer'),
    required('expires', 'integer'),
    column('revoked', 'integer'),
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'user', columns: ['db', 'uid'] },
    { name: 'expires', columns: ['expires'] },
  ],
}

/** Access and refresh tokens. `ends` is an access token's last end; `used` and `sealed` are a refresh token's. */
export const tokenTable: Table = {
  name: 'oauth_token',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    required('kind', 'text'),
    required('chain', 'text'),
    required('client_id', 'text'),
    required('db', 'integer'),
    required('uid', 'text'),
    required('scope', 'text'),
    required('created', 'integer'),
    required('expires', 'integer'),
    column('ends', 'integer'),
    column('used', 'integer'),
    column('sealed', 'text'),
    column('revoked', 'integer'),
  ],
  primaryKey: ['digest'],
  indexes: [
    { name: 'chain', columns: ['chain'] },
    { name: 'expires', columns: ['expires'] },
    { name: 'used', columns: ['used'] },
  ],
}

export const tables: readonly Table[] = [codeTable, grantTable, tokenTable]
