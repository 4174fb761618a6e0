// Holds the SQL statements on sign-in attempts.
import type { EntityTables } from '../model/entity-tables.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import { attemptTable, type SignInTables } from './tables.ts'

const statement = statementsOn<SignInTables & EntityTables>()

/** An attempt without any proof yet. */
export const insertAttempt = insertStatement(attemptTable, [
  'email',
  'confirmed',
  'confirmed_at',
  'confirmed_by',
  'code',
  'link',
  'code_expires',
  'code_tries',
  'db',
  'uid',
  'sso',
  'proof',
  'provider',
  'factor',
  'challenges',
  'kept',
  'finished',
  'notice',
])
/** An attempt of a person whom a mailed link has brought: the e-mail is confirmed and the account chosen. */
export const insertProvedAttempt = insertStatement(attemptTable, [
  'code',
  'link',
  'code_expires',
  'code_tries',
  'sso',
  'provider',
  'factor',
  'challenges',
  'finished',
  'notice',
])
export const attemptByDigest = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('sign_in_attempt').selectAll().where('digest', '=', p('digest')),
)

/** Sets a new e-mail to confirm and clears the proofs of an earlier one. */
export const setEmail = statement(
  (
    db,
    p: Args<{
      digest: string
      email: string | null
      confirmed: number
      confirmed_at: number | null
      confirmed_by: string | null
      code: string | null
      link: string | null
      code_expires: number | null
    }>,
  ) =>
    db
      .updateTable('sign_in_attempt')
      .set({
        email: p('email'),
        confirmed: p('confirmed'),
        confirmed_at: p('confirmed_at'),
        confirmed_by: p('confirmed_by'),
        code: p('code'),
        link: p('link'),
        code_expires: p('code_expires'),
        code_tries: 0,
        db: null,
        uid: null,
        sso: null,
        proof: null,
        factor: null,
        kept: null,
      })
      .where('digest', '=', p('digest'))
      .where('finished', 'is', null),
)
export const countTry = statement((db, p: Args<{ digest: string; tries: number; now: number }>) =>
  db
    .updateTable('sign_in_attempt')
    .set(eb => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('digest', '=', p('digest'))
    .where('code', 'is not', null)
    .where('code_tries', '<', p('tries'))
    .where('code_expires', '>', p('now')),
)
/** Changes one row when the code is right and unused. It also clears the link. */
export const confirmByCode = statement(
  (db, p: Args<{ digest: string; code: string; now: number; confirmed: number }>) =>
    db
      .updateTable('sign_in_attempt')
      .set({ confirmed: 1, confirmed_at: p('confirmed'), confirmed_by: 'code', code: null, link: null })
      .where('digest', '=', p('digest'))
      .where('code', '=', p('code'))
      .where('code_expires', '>', p('now'))
      .where('finished', 'is', null),
)
export const confirmByLink = statement(
  (db, p: Args<{ digest: string; link: string; now: number; confirmed: number }>) =>
    db
      .updateTable('sign_in_attempt')
      .set({ confirmed: 1, confirmed_at: p('confirmed'), confirmed_by: 'link', code: null, link: null })
      .where('digest', '=', p('digest'))
      .where('link', '=', p('link'))
      .where('code_expires', '>', p('now'))
      .where('finished', 'is', null),
)
export const setAccount = statement((db, p: Args<{ digest: string; db: number | null; uid: string | null }>) =>
  db
    .updateTable('sign_in_attempt')
    .set({ db: p('db'), uid: p('uid'), hint: null, sso: null, proof: null, factor: null, kept: null })
    .where('digest', '=', p('digest'))
    .where('confirmed', '=', 1)
    .where('finished', 'is', null),
)
export const setProof = statement(
  (db, p: Args<{ digest: string; db: number; uid: string; proof: string; provider: string | null }>) =>
    db
      .updateTable('sign_in_attempt')
      .set({ db: p('db'), uid: p('uid'), proof: p('proof'), provider: p('provider'), factor: null, kept: null })
      .where('digest', '=', p('digest'))
      .where('confirmed', '=', 1)
      .where('finished', 'is', null),
)
/** A passkey that is enough alone: it says whose it is, so it stands for the confirmed e-mail too. */
export const setPasskeyProof = statement(
  (db, p: Args<{ digest: string; email: string; confirmed: number; db: number; uid: string }>) =>
    db
      .updateTable('sign_in_attempt')
      .set({
        email: p('email'),
        confirmed: 1,
        confirmed_at: p('confirmed'),
        confirmed_by: 'passkey',
        code: null,
        link: null,
        db: p('db'),
        uid: p('uid'),
        sso: null,
        proof: 'passkey',
        factor: null,
        kept: null,
      })
      .where('digest', '=', p('digest'))
      .where('finished', 'is', null),
)
/** Changes one row for the first use of a challenge. */
export const takeChallenge = statement((db, p: Args<{ digest: string; challenges: number }>) =>
  db
    .updateTable('sign_in_attempt')
    .set(eb => ({ challenges: eb('challenges', '+', 1) }))
    .where('digest', '=', p('digest'))
    .where('challenges', '=', p('challenges'))
    .where('finished', 'is', null),
)
export const setFactor = statement((db, p: Args<{ digest: string; factor: string; kept: string | null }>) =>
  db
    .updateTable('sign_in_attempt')
    .set({ factor: p('factor'), kept: p('kept') })
    .where('digest', '=', p('digest'))
    .where('proof', 'is not', null)
    .where('finished', 'is', null),
)
export const setNotice = statement((db, p: Args<{ digest: string; notice: string | null }>) =>
  db
    .updateTable('sign_in_attempt')
    .set({ notice: p('notice') })
    .where('digest', '=', p('digest'))
    .where('finished', 'is', null),
)
export const setSsoChecks = statement((db, p: Args<{ digest: string; sso: string }>) =>
  db
    .updateTable('sign_in_attempt')
    .set({ sso: p('sso') })
    .where('digest', '=', p('digest'))
    .where('confirmed', '=', 1)
    .where('finished', 'is', null),
)
/** Clears the checks, so that a provider's response is accepted once. */
export const takeSsoChecks = statement((db, p: Args<{ digest: string; sso: string }>) =>
  db.updateTable('sign_in_attempt').set({ sso: null }).where('digest', '=', p('digest')).where('sso', '=', p('sso')),
)
export const finishAttempt = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .updateTable('sign_in_attempt')
    .set({ finished: p('now'), code: null, link: null, sso: null, kept: null })
    .where('digest', '=', p('digest'))
    .where('finished', 'is', null),
)
export const emailOfUser = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select(['email', 'browsers_from', 'culture'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('deleted', 'is', null),
)
