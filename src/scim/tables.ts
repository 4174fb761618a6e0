// Declares the tables of SCIM: tokens, which are global since a digest is looked up before the tenant is known, and settings.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

export const scimTokenTable = table({
  name: 'scim_token',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    // The public id of the token; it is no secret.
    required('id', 'text'),
    required('db', 'integer'),
    required('name', 'text'),
    required('created', 'integer'),
    required('created_by', 'text'),
    column('used', 'integer'),
    column('revoked', 'integer'),
    column('revoked_by', 'text'),
    // When the token ends; null for one that works until it is revoked.
    column('expires', 'integer'),
  ],
  primaryKey: ['digest'],
  indexes: [{ name: 'list', columns: ['db', 'id'], unique: true }],
})

/** At most one row per database: who takes over the records of users that the provider removes. */
export const scimSettingsTable = table({
  name: 'scim',
  scope: 'database',
  columns: [tenant, column('successor', 'text'), required('by_manager', 'flag'), required('changed', 'integer')],
  primaryKey: ['db'],
})

export const tables = [scimTokenTable, scimSettingsTable]

export type ScimTables = TablesOf<typeof tables>
