// Declares the table of consents that are being asked for: who signed in, and what the client asked.
import { column, required, type TablesOf, table } from '../storage/table.ts'

/** Global, since a request is found by its digest before the tenant is known. */
export const consentTable = table({
  name: 'standard_consent',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    // The digest of the cookie that binds the question to the browser that signed in.
    required('secret', 'text'),
    required('db', 'integer'),
    required('database', 'text'),
    required('uid', 'text'),
    // When the person signed in.
    required('began', 'integer'),
    required('expires', 'integer'),
    required('request', 'text'),
    column('answered', 'integer'),
  ],
  primaryKey: ['digest'],
  indexes: [{ name: 'expires', columns: ['expires'] }],
})

/** The last document of each client that describes itself and was signed in to. */
export const clientTable = table({
  name: 'standard_client',
  scope: 'global',
  columns: [required('client_id', 'text'), required('document', 'text'), required('expires', 'integer')],
  primaryKey: ['client_id'],
})

/** The keys that sign ID tokens, their private parts sealed under the key of the installation. */
export const keyTable = table({
  name: 'standard_key',
  scope: 'global',
  columns: [
    required('kid', 'text'),
    // Which key of the installation seals it, and its place among the keys of that one.
    required('sealer', 'text'),
    required('number', 'integer'),
    required('jwk', 'text'),
    required('sealed', 'text'),
    // From when it signs, and until when it is published.
    required('starts', 'integer'),
    required('ends', 'integer'),
  ],
  primaryKey: ['kid'],
  indexes: [
    { name: 'place', columns: ['sealer', 'number'], unique: true },
    { name: 'ends', columns: ['ends'] },
  ],
})

/** Browsers in which a person has signed in by OpenID Connect, so that the next client need not ask for a password. */
export const browserTable = table({
  name: 'standard_browser',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    required('db', 'integer'),
    required('uid', 'text'),
    // The sign-in, as JSON.
    required('login', 'text'),
    required('expires', 'integer'),
    column('ended', 'integer'),
    // The session at the provider of single sign-on, as a digest; empty where the provider named none, null without a provider.
    column('provider', 'text'),
  ],
  primaryKey: ['digest'],
  indexes: [{ name: 'expires', columns: ['expires'] }],
})

/** Identifiers of signed messages that were taken, as digests, until the message has expired. */
export const onceTable = table({
  name: 'standard_once',
  scope: 'global',
  columns: [required('digest', 'text'), required('expires', 'integer')],
  primaryKey: ['digest'],
  indexes: [{ name: 'expires', columns: ['expires'] }],
})

/** Authorize requests that clients have sent ahead (RFC 9126), by the digest of their address. */
export const pushedTable = table({
  name: 'standard_pushed',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    required('client_id', 'text'),
    // The parameters as the text of a query.
    required('query', 'text'),
    required('expires', 'integer'),
    column('used', 'integer'),
  ],
  primaryKey: ['digest'],
  indexes: [{ name: 'expires', columns: ['expires'] }],
})

/** Devices that wait for the answer of a person (RFC 8628), by the digests of their codes. */
export const deviceTable = table({
  name: 'standard_device',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    // Of the code that the person types.
    required('user_code', 'text'),
    required('client_id', 'text'),
    // The sign-in that the typed code begins, as JSON.
    required('attempt', 'text'),
    required('expires', 'integer'),
    // How many seconds the device has to wait between two requests, and when the last one came.
    required('interval', 'integer'),
    column('polled', 'integer'),
    // When the person answered; who it was, and what the device may do, unless the answer was no.
    column('answered', 'integer'),
    column('db', 'integer'),
    column('uid', 'text'),
    column('began', 'integer'),
    column('scope', 'text'),
    column('standard', 'text'),
    // When the device got its tokens, and the chain of them.
    column('used', 'integer'),
    column('chain', 'text'),
  ],
  primaryKey: ['digest'],
  indexes: [
    { name: 'user_code', columns: ['user_code'] },
    { name: 'expires', columns: ['expires'] },
  ],
})

/** Clients that have registered themselves (RFC 7591). */
export const registrationTable = table({
  name: 'standard_registration',
  scope: 'global',
  columns: [
    required('client_id', 'text'),
    // What it said of itself, as JSON.
    required('document', 'text'),
    // The digest of its secret; null for a client without.
    column('secret', 'text'),
    required('created', 'integer'),
    required('expires', 'integer'),
    // When a person let it in, or it refreshed, last.
    column('used', 'integer'),
  ],
  primaryKey: ['client_id'],
  indexes: [
    { name: 'expires', columns: ['expires'] },
    { name: 'unused', columns: ['used', 'expires'] },
  ],
})

export const tables = [
  ...[consentTable, clientTable, keyTable, browserTable, onceTable, pushedTable],
  ...[registrationTable, deviceTable],
]

export type StandardTables = TablesOf<typeof tables>
