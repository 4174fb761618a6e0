// Handles passkeys: as the only proof, as a second factor, and setting one up during the sign-in.
import { redirect, type WebAnswer } from '../../base/web.ts'
import type { PasskeyProblem } from '../../factors/passkeys.ts'
import { Notice } from '../../pages/sign-in/notice.ts'
import { tooMany } from '../attempt-notice.ts'
import {
  allowances,
  choicesOf,
  currentStep,
  isHttps,
  logSignIn,
  type SignInContext,
  type StepHandler,
} from '../context.ts'
import { finish } from '../finish.ts'
import type { AccountChoice, Proof } from '../flow.ts'
import { sealedCodes } from '../kept-codes.ts'
import { challengeOf, isEnough, passkeyQuestion } from '../passkeys.ts'
import { rememberBrowser } from '../remembered.ts'
import { logHeldBack, logRefusal } from '../sign-in-log.ts'
import { emailOfUser, setFactor, setPasskeyProof, takeChallenge } from '../statements.ts'
import { triesOf } from './factor.ts'

export const passkeyStep: StepHandler = async (context, form) => {
  const step = await currentStep(context)
  if (step.name !== 'email' && step.name !== 'password' && step.name !== 'factor') return redirect(context.frame.path)
  if ((await passkeyQuestion(context, step)) === null) return new Notice('passkeyNotAlone')
  const expected = step.name === 'email' ? null : step.account
  const { room } = context
  const allowed = expected ? triesOf(context, expected) : allowances(context, 'passkey', '').slice(1)
  const wait = await room.throttle.take(...allowed)
  if (wait > 0) {
    logHeldBack(context, expected)
    return tooMany(context, wait)
  }
  const answer = form.get('answer') ?? ''
  const challenge = challengeOf(context)
  const refused = (who: Pick<AccountChoice, 'db' | 'uid'> | null, problem: PasskeyProblem): Notice => {
    logSignIn(context, 'a wrong passkey was given', who)
    logRefusal(context, who, problem === 'copied' ? 'CopiedPasskey' : 'WrongPasskey')
    return noticeOf(context, problem)
  }
  if (!(await takeOwnChallenge(context))) return refused(expected, 'stale')
  const passkey = await room.factors.passkeys.find(answer, expected?.db ?? null)
  const account = passkey && (await ownerOf(context, passkey))
  if (!account || (expected && passkey.uid !== expected.uid)) return refused(expected, 'unknown')
  const isFactor = step.name === 'factor'
  if (!isFactor && !(await isEnough(context, account))) return new Notice('passkeyNotAlone')
  const alongside = isFactor ? null : proving(context, account)
  const proof = { answer, challenge, alone: !isFactor }
  const problem = await room.factors.passkeys.prove(passkey, proof, async tx => alongside?.write(tx))
  if (problem) return refused(account, problem)
  if (expected) await room.throttle.forget(allowed[0] as (typeof allowed)[number])
  await room.throttle.giveBack(allowed.at(-1) as (typeof allowed)[number])
  if (alongside) return alongside.answer
  return finish({ ...context, row: { ...context.row, factor: 'passkey' } }, account, context.row.proof as Proof)
}

/** Each challenge of an attempt is accepted once, right or wrong. */
const takeOwnChallenge = async ({ room, row }: SignInContext): Promise<boolean> => {
  const { digest, challenges } = row
  return (await room.store.write(tx => tx.run(takeChallenge(room.store.dialect, { digest, challenges })))) === 1
}

/** The enabled user of a passkey, when the attempt may sign in to the database. */
async function ownerOf(
  context: SignInContext,
  { db, uid }: Pick<AccountChoice, 'db' | 'uid'>,
): Promise<AccountChoice | null> {
  const { store } = context.room
  const [user] = await store.rows(emailOfUser(store.dialect, { db, uid }))
  const choices = user?.email ? await choicesOf(context, user.email) : []
  return choices.find(one => one.db === db && one.uid === uid) ?? null
}

/** What is written with a passkey that is enough alone. The browser is remembered as one that has confirmed the e-mail. */
function proving(context: SignInContext, { db, uid, email, browsersFrom }: AccountChoice) {
  const { room, row, request, frame } = context
  const { store, clock, random } = room
  const confirmed = Math.max(clock.now(), browsersFrom + 1)
  const remembering = rememberBrowser(store, clock, random, request, isHttps(room), email, confirmed)
  const answer = redirect(frame.path)
  return {
    async write(tx: Parameters<typeof remembering.write>[0]): Promise<void> {
      await tx.run(setPasskeyProof(store.dialect, { digest: row.digest, email, confirmed, db, uid }))
      await remembering.write(tx)
    },
    answer: { ...answer, headers: { ...answer.headers, 'set-cookie': remembering.cookie } } as WebAnswer,
  }
}

export const enrollPasskeyStep: StepHandler = async (context, form) => {
  const { room, row, secret, frame } = context
  const step = await currentStep(context)
  if (step.name !== 'enroll') return redirect(frame.path)
  const { account } = step
  const use = await room.factors.passkeys.use(account.db)
  if (use === 'off') return redirect(frame.path)
  const challenge = challengeOf(context)
  if (!(await takeOwnChallenge(context))) return noticeOf(context, 'stale')
  const registration = { answer: form.get('answer') ?? '', name: '', challenge, alone: use === 'alone' }
  const { db, uid } = account
  const made = await room.factors.passkeys.register({ db, uid }, registration, async () => true)
  if (typeof made === 'string') return noticeOf(context, made)
  const kept = made.codes && sealedCodes(made.codes, secret, room.random)
  await room.store.write(tx => tx.run(setFactor(room.store.dialect, { digest: row.digest, factor: 'passkey', kept })))
  return redirect(frame.path)
}

const notices = {
  failed: 'passkeyFailed',
  stale: 'passkeyStale',
  unknown: 'passkeyUnknown',
  known: 'passkeyFailed',
  many: 'passkeyFailed',
  copied: 'passkeyCopied',
} as const

const noticeOf = ({ room }: SignInContext, problem: PasskeyProblem): Notice =>
  problem === 'origin'
    ? new Notice('passkeyOrigin', room.factors.passkeys.party()?.origin ?? '')
    : new Notice(notices[problem])
