// Handles the confirmation step: the right code, in time and within five tries, confirms the e-mail once.
import { seconds } from '../../base/clock.ts'
import { redirect } from '../../base/web.ts'
import { Notice } from '../../pages/sign-in/notice.ts'
import { codeTries } from '../attempt.ts'
import { tooMany } from '../attempt-notice.ts'
import { codeDigest, typedCode } from '../confirmation.ts'
import { allowances, currentStep, isHttps, logSignIn, reload, type StepHandler } from '../context.ts'
import { rememberBrowser } from '../remembered.ts'
import { sendCode } from '../send-code.ts'
import { logWrongCode } from '../sign-in-log.ts'
import { confirmByCode, countTry } from '../statements.ts'

export const confirmStep: StepHandler = async (context, form) => {
  const { room, row, request, id, frame } = context
  if (row.email === null || (await currentStep(context)).name !== 'confirm') return redirect(frame.path)
  const { store } = room
  const [, perAddress] = allowances(context, 'code', '')
  const wait = await room.throttle.take(perAddress)
  if (wait > 0) return tooMany(context, wait)
  const now = seconds(room.clock)
  const { digest } = row
  const remembering = rememberBrowser(store, room.clock, room.random, request, isHttps(room), row.email)
  const outcome = await store.write(async tx => {
    if ((await tx.run(countTry(store.dialect, { digest, tries: codeTries, now }))) !== 1) return 'over'
    const code = codeDigest(id, typedCode(form.get('code') ?? ''))
    if ((await tx.run(confirmByCode(store.dialect, { digest, code, now, confirmed: room.clock.now() }))) !== 1)
      return 'wrong'
    await remembering.write(tx)
    return 'confirmed'
  })
  if (outcome === 'confirmed') {
    await room.throttle.giveBack(perAddress)
    const answer = redirect(frame.path)
    return { ...answer, headers: { ...answer.headers, 'set-cookie': remembering.cookie } }
  }
  logSignIn(context, 'a wrong code was given', null)
  logWrongCode(context, row.email)
  const left = outcome === 'over' ? 0 : codeTries - (await reload(context)).row.code_tries
  return left > 0 ? new Notice('wrongCode', left) : new Notice('deadCode')
}

export const resendStep: StepHandler = async context => {
  const { row, frame } = context
  if (row.email === null || (await currentStep(context)).name !== 'confirm') return redirect(frame.path)
  const wait = await sendCode(context, row.email, 'again')
  return wait > 0 ? tooMany(context, wait) : new Notice('codeSent', row.email)
}
