// Declares the tables of second factors: authenticator apps, recovery codes, passkeys, and the policy of each database.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

/** A user has at most one authenticator app. */
const totpTable = table({
  name: 'totp_factor',
  scope: 'database',
  columns: [
    tenant,
    required('uid', 'text'),
    // Sealed under the key of the installation.
    required('secret', 'text'),
    required('created', 'integer'),
    // The step of the last code that was accepted; no code of this step or an earlier one is accepted again.
    required('last_step', 'integer'),
  ],
  primaryKey: ['db', 'uid'],
})

/** A row is a code that has not been used. */
const recoveryTable = table({
  name: 'recovery_code',
  scope: 'database',
  columns: [tenant, required('uid', 'text'), required('digest', 'text')],
  primaryKey: ['db', 'uid', 'digest'],
})

const passkeyTable = table({
  name: 'passkey',
  scope: 'database',
  columns: [
    tenant,
    required('uid', 'text'),
    required('id', 'text'),
    // The id of the credential and its public key (COSE), both in base64url.
    required('credential', 'text'),
    required('public_key', 'text'),
    // The signature counter of the last use; authenticators that do not count have 0.
    required('counter', 'integer'),
    // How browsers reach the authenticator, as a JSON array.
    required('transports', 'text'),
    required('name', 'text'),
    required('created', 'integer'),
    column('used', 'integer'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [
    { name: 'credential', columns: ['db', 'credential'], unique: true },
    { name: 'user', columns: ['db', 'uid', 'id'] },
  ],
})

/** The challenge of the passkey that a user is setting up in the console. */
const passkeySetupTable = table({
  name: 'passkey_setup',
  scope: 'database',
  columns: [tenant, required('uid', 'text'), required('digest', 'text'), required('expires', 'integer')],
  primaryKey: ['db', 'uid'],
})

const policyTable = table({
  name: 'factor_policy',
  scope: 'database',
  columns: [
    tenant,
    required('mode', 'text'),
    required('grace_days', 'integer'),
    // Epoch seconds: when the mode was set, from which the grace period counts.
    required('since', 'integer'),
    // What passkeys are for: `off`, a second `factor`, or enough `alone`.
    required('passkeys', 'text', 'factor'),
  ],
  primaryKey: ['db'],
})

export const tables = [totpTable, recoveryTable, passkeyTable, passkeySetupTable, policyTable]

export type FactorTables = TablesOf<typeof tables>
