// Handles "Forgot your password?": mails a link by which the person chooses a new password.
import { addressOf } from '../../accounts/address.ts'
import { newPasswordLink } from '../../accounts/password-links.ts'
import { redirect } from '../../base/web.ts'
import { Notice } from '../../pages/sign-in/notice.ts'
import { tooMany } from '../attempt-notice.ts'
import { currentStep, mailAllowances, type StepHandler } from '../context.ts'
import { passwordMail } from '../message.ts'
import { passwordLinkPath } from './password-link.ts'

export const forgotStep: StepHandler = async context => {
  const { room, frame } = context
  const step = await currentStep(context)
  if (step.name !== 'password') return redirect(frame.path)
  const { account, email } = step
  const wait = await room.throttle.take(...mailAllowances(context, addressOf(email), false))
  if (wait > 0) return tooMany(context, wait)
  room.afterResponse(async () => {
    // The account may have ended since the e-mail was confirmed; the page says the same.
    if (!account) return
    const key = await newPasswordLink(room, account, 'reset')
    const link = `${room.origin()}${passwordLinkPath(room.prefix, key)}`
    await room.mailer.send(passwordMail(frame, { ...account, purpose: 'reset', link }))
  })
  return new Notice('resetSent', email)
}
