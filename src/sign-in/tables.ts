// Declares the tables of sign-in attempts and remembered browsers, keyed by digests.
import { column, required, type TablesOf, table } from '../storage/table.ts'

export const attemptTable = table({
  name: 'sign_in_attempt',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    // Digest of the cookie that binds the attempt to the browser that began it.
    required('secret', 'text'),
    required('expires', 'integer'),
    // Facts for the pages, and limits on the outcome of the attempt.
    required('application', 'text'),
    // The names of the granted scopes, as a JSON array; each page describes them in its language.
    required('meanings', 'text'),
    required('only_db', 'integer'),
    required('return_origin', 'text'),
    // The login_hint, until the person chooses another account.
    column('hint', 'text'),
    // The outcome of the attempt, and the outcome's data, which sign-in does not read.
    required('purpose', 'text', 'code'),
    required('request', 'text'),
    // The proofs so far.
    column('email', 'text'),
    required('confirmed', 'flag', 0),
    // When the browser confirmed the e-mail: now, or up to 90 days ago.
    column('confirmed_at', 'integer'),
    // How it did: by the `code` or the `link` of a mail, by being a remembered `browser`, by an
    // `invitation`, or by the `passkey` that said whose it is.
    column('confirmed_by', 'text'),
    column('code', 'text'),
    column('link', 'text'),
    column('code_expires', 'integer'),
    required('code_tries', 'integer', 0),
    column('db', 'integer'),
    column('uid', 'text'),
    column('sso', 'text'),
    // How the chosen account was proved: `password`, `passkey` or `sso`; null until it was.
    column('proof', 'text'),
    // With the proof `sso`: the session at the provider, as a digest; empty where the provider named none.
    column('provider', 'text'),
    // How a second factor was proved: `totp`, `passkey` or `recovery`; null until it was.
    column('factor', 'text'),
    // How many challenges of passkeys were used; the next one derives from it.
    required('challenges', 'integer', 0),
    // New recovery codes until the person has seen them, sealed under the attempt's cookie.
    column('kept', 'text'),
    column('finished', 'integer'),
    // The sentence above the form of a step, as JSON (`Notice`).
    column('notice', 'text'),
  ],
  primaryKey: ['digest'],
  indexes: [{ name: 'expires', columns: ['expires'] }],
})

/** One browser may have confirmed several e-mails; each has its own 90 days. */
export const rememberedTable = table({
  name: 'remembered_browser',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    required('address', 'text'),
    required('confirmed', 'integer'),
    required('expires', 'integer'),
  ],
  primaryKey: ['digest', 'address'],
  indexes: [
    { name: 'address', columns: ['address'] },
    { name: 'expires', columns: ['expires'] },
  ],
})

/**
 * The remembered browsers with which a user signed in to a database. An address may belong to users of several databases;
 * no database may show, or forget, the browsers of another.
 */
export const signedInBrowserTable = table({
  name: 'signed_in_browser',
  scope: 'global',
  columns: [
    required('db', 'integer'),
    required('uid', 'text'),
    // Copied from the remembered browser, and changed with it.
    required('digest', 'text'),
    required('id', 'text'),
    required('agent', 'text'),
    required('used', 'integer'),
    required('expires', 'integer'),
    // Milliseconds. Earlier confirmations of the browser do not count for this user.
    required('forgotten', 'integer', 0),
  ],
  primaryKey: ['db', 'uid', 'digest'],
  indexes: [
    { name: 'id', columns: ['id'], unique: true },
    { name: 'digest', columns: ['digest'] },
    { name: 'expires', columns: ['expires'] },
  ],
})

export const tables = [attemptTable, rememberedTable, signedInBrowserTable]

export type SignInTables = TablesOf<typeof tables>
