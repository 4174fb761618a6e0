// Declares the tables of second factors: authenticator apps, recovery codes, and the policy of each database.
import { required, type TablesOf, table, tenant } from '../storage/table.ts'

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

const policyTable = table({
  name: 'factor_policy',
  scope: 'database',
  columns: [
    tenant,
    required('mode', 'text'),
    required('grace_days', 'integer'),
    // Epoch seconds: when the mode was set, from which the grace period counts.
    required('since', 'integer'),
  ],
  primaryKey: ['db'],
})

export const tables = [totpTable, recoveryTable, policyTable]

export type FactorTables = TablesOf<typeof tables>
