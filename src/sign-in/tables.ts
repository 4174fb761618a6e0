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
    // Shown on the pages, or limiting where the attempt may lead.
    required('application', 'text'),
    // The names of the granted scopes, as a JSON array; each page says them in its language.
    required('meanings', 'text'),
    required('only_db', 'integer'),
    required('return_origin', 'text'),
    // The login_hint, until the person chooses another account.
    column('hint', 'text'),
    // The outcome of the attempt, and what that needs to know; sign-in does not read it.
    required('purpose', 'text', 'code'),
    required('request', 'text'),
    // The proofs so far.
    column('email', 'text'),
    required('confirmed', 'flag', 0),
    // When the browser confirmed the e-mail: now, or up to 90 days ago.
    column('confirmed_at', 'integer'),
    column('code', 'text'),
    column('link', 'text'),
    column('code_expires', 'integer'),
    required('code_tries', 'integer', 0),
    column('db', 'integer'),
    column('uid', 'text'),
    column('sso', 'text'),
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
 * With which remembered browsers a user has signed in to a database. An address may be a user of several databases, and
 * none of them is to show, or forget, what the address does in another one.
 */
export const signedInBrowserTable = table({
  name: 'signed_in_browser',
  scope: 'global',
  columns: [
    required('db', 'integer'),
    required('uid', 'text'),
    // That of the remembered browser, with which it changes.
    required('digest', 'text'),
    required('id', 'text'),
    required('agent', 'text'),
    required('used', 'integer'),
    required('expires', 'integer'),
    // Milliseconds. What the browser confirmed earlier no longer counts for this user.
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
