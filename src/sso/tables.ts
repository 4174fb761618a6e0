// Declares the table of single sign-on settings, with at most one row per database.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

export const ssoTable = table({
  name: 'sso',
  scope: 'database',
  columns: [
    tenant,
    required('issuer', 'text'),
    required('client_id', 'text'),
    // Encrypted, not hashed, since the provider needs the plain secret; see secret-box.ts.
    column('client_secret', 'text'),
    required('claim', 'text'),
    required('only_sso', 'flag'),
    required('changed', 'integer'),
  ],
  primaryKey: ['db'],
})

export const tables = [ssoTable]

export type SsoTables = TablesOf<typeof tables>
