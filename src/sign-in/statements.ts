// Holds the SQL statements on sign-in attempts and remembered browsers.
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
  'factor',
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
  'factor',
  'kept',
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
export const setProof = statement((db, p: Args<{ digest: string; db: number; uid: string; proof: string }>) =>
  db
    .updateTable('sign_in_attempt')
    .set({ db: p('db'), uid: p('uid'), proof: p('proof'), factor: null, kept: null })
    .where('digest', '=', p('digest'))
    .where('confirmed', '=', 1)
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

// Remembered browsers

export const rememberedAddress = statement((db, p: Args<{ digest: string; address: string; now: number }>) =>
  db
    .selectFrom('remembered_browser')
    .select(['confirmed', 'expires'])
    .where('digest', '=', p('digest'))
    .where('address', '=', p('address'))
    .where('expires', '>', p('now')),
)
/** The addresses that a browser confirmed, the latest first. */
export const rememberedAddresses = statement((db, p: Args<{ digest: string; now: number }>) =>
  db
    .selectFrom('remembered_browser')
    .select('address')
    .where('digest', '=', p('digest'))
    .where('expires', '>', p('now'))
    .orderBy('confirmed', 'desc')
    .orderBy('address')
    .limit(10),
)
export const moveRemembered = statement((db, p: Args<{ from: string; to: string }>) =>
  db
    .updateTable('remembered_browser')
    .set({ digest: p('to') })
    .where('digest', '=', p('from')),
)
export const remember = statement(
  (db, p: Args<{ digest: string; address: string; confirmed: number; expires: number }>) =>
    db
      .insertInto('remembered_browser')
      .values({ digest: p('digest'), address: p('address'), confirmed: p('confirmed'), expires: p('expires') })
      .onConflict(c =>
        c.columns(['digest', 'address']).doUpdateSet(eb => ({
          confirmed: eb.ref('excluded.confirmed'),
          expires: eb.ref('excluded.expires'),
        })),
      ),
)

// Browsers with which users signed in

export const noteSignedIn = statement(
  (
    db,
    p: Args<{ db: number; uid: string; digest: string; id: string; agent: string; used: number; expires: number }>,
  ) =>
    db
      .insertInto('signed_in_browser')
      .values({
        db: p('db'),
        uid: p('uid'),
        digest: p('digest'),
        id: p('id'),
        agent: p('agent'),
        used: p('used'),
        expires: p('expires'),
      })
      .onConflict(c =>
        c.columns(['db', 'uid', 'digest']).doUpdateSet(eb => ({
          agent: eb.ref('excluded.agent'),
          used: eb.ref('excluded.used'),
          expires: eb.ref('excluded.expires'),
        })),
      ),
)
export const moveSignedIn = statement((db, p: Args<{ from: string; to: string }>) =>
  db
    .updateTable('signed_in_browser')
    .set({ digest: p('to') })
    .where('digest', '=', p('from')),
)
export const browsersOfUser = statement((db, p: Args<{ db: number; uid: string; now: number }>) =>
  db
    .selectFrom('signed_in_browser')
    .selectAll()
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('expires', '>', p('now'))
    .orderBy('used', 'desc')
    .orderBy('id', 'desc')
    .limit(100),
)
export const forgottenAt = statement((db, p: Args<{ db: number; uid: string; digest: string }>) =>
  db
    .selectFrom('signed_in_browser')
    .select('forgotten')
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('digest', '=', p('digest')),
)
/** The row stays as long as a confirmation before this moment may count. */
export const forgetSignedIn = statement(
  (db, p: Args<{ db: number; uid: string; id: string; now: number; expires: number }>) =>
    db
      .updateTable('signed_in_browser')
      .set({ forgotten: p('now'), expires: p('expires') })
      .where('db', '=', p('db'))
      .where('uid', '=', p('uid'))
      .where('id', '=', p('id')),
)
export const emailOfUser = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select(['email', 'browsers_from'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('deleted', 'is', null),
)
