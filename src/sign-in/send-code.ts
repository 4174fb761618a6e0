// Creates a new code and link for the attempt and mails them if the e-mail has an account.
import { addressOf } from '../accounts/address.ts'
import { seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { codeSeconds } from './attempt.ts'
import { codeDigest, codeOf, linkOf, newLinkKey } from './confirmation.ts'
import { choicesOf, mailAllowances, type SignInContext } from './context.ts'
import { confirmationMail } from './message.ts'
import { setEmail } from './statements.ts'

/**
 * Returns 0, or the seconds to wait when the mail allowance is used up. Response and timing are the same for every
 * e-mail.
 */
export async function sendCode(context: SignInContext, email: string, which: 'first' | 'again'): Promise<number> {
  const { room, id, row, frame } = context
  const wait = await room.throttle.take(...mailAllowances(context, addressOf(email), which === 'first'))
  if (wait > 0) return wait
  const key = newLinkKey(room.random)
  const code = codeOf(key)
  await room.store.write(async tx => {
    await tx.run(
      setEmail(room.store.dialect, {
        digest: row.digest,
        email,
        confirmed: 0,
        confirmed_at: null,
        confirmed_by: null,
        code: codeDigest(id, code),
        link: digestOf(key),
        code_expires: seconds(room.clock) + codeSeconds,
      }),
    )
  })
  room.afterResponse(async () => {
    const [account] = await choicesOf(context, email)
    const link = `${room.origin()}${room.prefix}/v1/link/${linkOf(id, key)}`
    // The mail goes to the stored address, not to the typed one. Without an account the mail is composed and dropped,
    // so that the timing of the next response reveals nothing.
    if (account) await room.mailer.send(confirmationMail(frame, account.email, code, link, row.application))
    else await room.mailer.rehearse(confirmationMail(frame, email, code, link, row.application))
  })
  return 0
}
