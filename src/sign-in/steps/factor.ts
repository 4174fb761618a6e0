// Handles second factors: the code of an authenticator app or a recovery code, and setting up an app during the sign-in.
import { createHmac } from 'node:crypto'
import { redirect } from '../../base/web.ts'
import { secretBytes } from '../../factors/totp.ts'
import { Notice } from '../../pages/sign-in/notice.ts'
import { tooMany } from '../attempt-notice.ts'
import { allowances, currentStep, logSignIn, type SignInContext, type StepHandler } from '../context.ts'
import { finish } from '../finish.ts'
import type { AccountChoice, Proof } from '../flow.ts'
import { sealedCodes } from '../kept-codes.ts'
import { logHeldBack, logRefusal } from '../sign-in-log.ts'
import { setFactor } from '../statements.ts'

/** Derived from the cookie of the attempt, so that reloads show the same secret and the store has it only once it is proved. */
export const setupSecret = ({ secret }: Pick<SignInContext, 'secret'>): Uint8Array =>
  createHmac('sha256', secret).update('authenticator app').digest().subarray(0, secretBytes)

/** Tries count by account, whatever e-mail or browser they come through. */
export const triesOf = (context: SignInContext, { db, uid }: AccountChoice) =>
  allowances(context, 'factor', `${db} ${uid}`)

export const factorStep: StepHandler = async (context, form) => {
  const { room, frame, row } = context
  const step = await currentStep(context)
  if (step.name !== 'factor') return redirect(frame.path)
  const { account } = step
  const [perAccount, perAddress] = triesOf(context, account)
  const wait = await room.throttle.take(perAccount, perAddress)
  if (wait > 0) {
    logHeldBack(context, account)
    return tooMany(context, wait)
  }
  const factor = await room.factors.prove(account, form.get('code') ?? '')
  if (factor === null) {
    logSignIn(context, 'a wrong second factor was given', account)
    logRefusal(context, account, 'WrongFactor')
    return new Notice('wrongFactor')
  }
  await room.throttle.forget(perAccount)
  await room.throttle.giveBack(perAddress)
  return finish({ ...context, row: { ...row, factor } }, account, row.proof as Proof)
}

export const enrollStep: StepHandler = async (context, form) => {
  const { room, frame, row, secret } = context
  const step = await currentStep(context)
  if (step.name !== 'enroll') return redirect(frame.path)
  const [perAccount, perAddress] = triesOf(context, step.account)
  const wait = await room.throttle.take(perAccount, perAddress)
  if (wait > 0) return tooMany(context, wait)
  const { db, uid } = step.account
  const codes = await room.factors.enroll({ db, uid }, setupSecret(context), form.get('code') ?? '')
  if (codes === null) return new Notice('wrongSetup')
  await room.throttle.giveBack(perAccount, perAddress)
  const kept = sealedCodes(codes, secret, room.random)
  await room.store.write(tx => tx.run(setFactor(room.store.dialect, { digest: row.digest, factor: 'totp', kept })))
  return redirect(frame.path)
}

/** The person has seen the recovery codes. */
export const codesStep: StepHandler = async context => {
  const step = await currentStep(context)
  if (step.name !== 'codes') return redirect(context.frame.path)
  return finish(context, step.account, context.row.proof as Proof)
}
