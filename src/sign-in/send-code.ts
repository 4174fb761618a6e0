// Puts a new code and link into the attempt, and mails them to the e-mail if anybody has it.
import { addressOf } from '../accounts/address.ts'
import { accountsOf } from '../accounts/directory.ts'
import { seconds } from '../base/clock.ts'
import { digestOf } from '../base/digest.ts'
import { codeSeconds } from './attempt.ts'
import { codeDigest, codeOf, linkOf, newLinkKey } from './confirmation.ts'
import { allowances, type SignInContext } from './context.ts'
import { confirmationMail } from './message.ts'
import { setEmail } from './statements.ts'

/** Gives 0, or the seconds to wait when too many mails were asked for. Alike, in answer and time, for every e-mail. */
export async function sendCode(context: SignInContext, email: string): Promise<number> {
  const { room, id, row } = context
  const limits = allowances(context, 'mail', addressOf(email))
  const wait = await room.throttle.take(...limits)
  if (wait > 0) return wait
  const key = newLinkKey(room.random)
  const code = codeOf(key)
  await room.store.write(async tx => {
    await tx.run(
      setEmail(room.store.dialect, {
        digest: row.digest,
        email,
        confirmed: 0,
        code: codeDigest(id, code),
        link: digestOf(key),
        code_expires: seconds(room.clock) + codeSeconds,
      }),
    )
  })
  room.later(async () => {
    const accounts = await accountsOf(room.store, email)
    const account = accounts.find(a => row.only_db === 0 || row.only_db === a.db)
    const link = `${room.origin()}${room.prefix}/v1/link/${linkOf(id, key)}`
    // To the address on record, not to the one that was typed. Without one the mail is made all the same and dropped:
    // how soon the next request is answered would tell otherwise.
    if (account) await room.mailer.send(confirmationMail(account.email, code, link, row.application))
    else await room.mailer.rehearse(confirmationMail(email, code, link, row.application))
  })
  return 0
}
