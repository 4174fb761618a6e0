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

export const tables = [consentTable, clientTable]

export type StandardTables = TablesOf<typeof tables>
