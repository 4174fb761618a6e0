// The table of single sign-on settings: at most one row per database.
import { column, required, type Table, tenant } from '../storage/table.ts'

export const ssoTable: Table = {
  name: 'sso',
  scope: 'database',
  columns: [
    tenant,
    required('issuer', 'text'),
    required('client_id', 'text'),
    // Sealed, since it must be shown to the provider; see secret-box.ts.
    column('client_secret', 'text'),
    required('claim', 'text'),
    required('only_sso', 'flag'),
    required('changed', 'integer'),
  ],
  primaryKey: ['db'],
}

export const tables: readonly Table[] = [ssoTable]
