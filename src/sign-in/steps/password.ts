// Handles the password step: a wrong password and an e-mail without an account give the same response in the same time.
import { addressOf } from '../../accounts/address.ts'
import { verifyPassword } from '../../accounts/passwords.ts'
import { redirect } from '../../base/web.ts'
import { Notice } from '../../pages/sign-in/notice.ts'
import { tooMany } from '../attempt-notice.ts'
import { allowances, currentStep, logSignIn, type StepHandler } from '../context.ts'
import { prove } from '../finish.ts'
import { logHeldBack, logRefusal } from '../sign-in-log.ts'

export const passwordStep: StepHandler = async (context, form) => {
  const { room, frame } = context
  const step = await currentStep(context)
  if (step.name !== 'password') return redirect(frame.path)
  const [perEmail, perAddress] = allowances(context, 'password', addressOf(step.email))
  const wait = await room.throttle.take(perEmail, perAddress)
  if (wait > 0) {
    logHeldBack(context, step.account)
    return tooMany(context, wait)
  }
  // Hashing is queued by network, so that a flood from one network neither delays others nor reveals by its timing whether
  // the e-mail has an account.
  const share = { tenant: `network ${perAddress.subject}`, user: '' }
  const right = await verifyPassword(form.get('password') ?? '', step.account?.password ?? null, { share })
  if (!right || !step.account) {
    logSignIn(context, 'a wrong password was given', step.account)
    logRefusal(context, step.account, 'WrongPassword')
    return new Notice('wrongPassword')
  }
  // A success resets the count of the e-mail, but not that of the network address, which others may share.
  await room.throttle.forget(perEmail)
  await room.throttle.giveBack(perAddress)
  return prove(context, step.account, 'password')
}
