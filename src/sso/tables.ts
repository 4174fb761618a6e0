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
    // Believes an e-mail of which the provider does not say whether it is verified.
    required('trust_email', 'flag', 0),
    // The claim that lists the groups of a user; null when groups are kept here alone.
    column('groups_claim', 'text'),
    // Which people are made users at their first sign-in, as JSON; null where none are. See settings.ts.
    column('people', 'text'),
    required('changed', 'integer'),
  ],
  primaryKey: ['db'],
})

/** The identity at the provider with which a user signed in first; from then on no other one is accepted for the user. */
const ssoIdentityTable = table({
  name: 'sso_identity',
  scope: 'database',
  columns: [tenant, required('issuer', 'text'), required('uid', 'text'), required('subject', 'text')],
  primaryKey: ['db', 'issuer', 'uid'],
  indexes: [{ name: 'subject', columns: ['db', 'issuer', 'subject'], unique: true }],
})

/** The domains of addresses that sign in at the provider of a database. It is global, since the tenant is what the domain finds. */
export const ssoDomainTable = table({
  name: 'sso_domain',
  scope: 'global',
  columns: [required('domain', 'text'), required('db', 'integer')],
  primaryKey: ['domain', 'db'],
  indexes: [{ name: 'database', columns: ['db', 'domain'] }],
})

export const tables = [ssoTable, ssoIdentityTable, ssoDomainTable]

export type SsoTables = TablesOf<typeof tables>
