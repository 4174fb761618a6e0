// The sign-in's tables: attempts under way, and browsers that have confirmed an e-mail. Both are found by a digest.
import { column, required, type Table } from '../storage/table.ts'

export const attemptTable: Table = {
  name: 'sign_in_attempt',
  scope: 'global',
  columns: [
    required('digest', 'text'),
    // Digest of the cookie that binds the attempt to the browser that began it.
    required('secret', 'text'),
    required('expires', 'integer'),
    // What the pages show, and where they may lead.
    required('application', 'text'),
    required('meanings', 'text'),
    required('only_db', 'integer'),
    required('return_origin', 'text'),
    // The request that waits for the end of the sign-in; the sign-in does not read it.
    required('request', 'text'),
    // Proofs so far.
    column('email', 'text'),
    required('confirmed', 'flag', 0),
    column('code', 'text'),
    column('link', 'text'),
    column('code_expires', 'integer'),
    required('code_tries', 'integer', 0),
    column('db', 'integer'),
    column('uid', 'text'),
    column('sso', 'text'),
    column('finished', 'integer'),
  ],
  primaryKey: ['digest'],
  indexes: [{ name: 'expires', columns: ['expires'] }],
}

/** One browser may have confirmed several e-mails; each has its own 90 days. */
export const rememberedTable: Table = {
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
}

export const tables: readonly Table[] = [attemptTable, rememberedTable]
