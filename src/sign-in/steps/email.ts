// Handles the e-mail step: a remembered browser goes on, any other gets a mail with a code.
import { redirect } from '../../base/web.ts'
import { isMailAddress } from '../../mail/mailer.ts'
import { Notice } from '../../pages/sign-in/notice.ts'
import { tooMany } from '../attempt-notice.ts'
import { choicesOf, isHttps, type SignInContext, type StepHandler } from '../context.ts'
import { isStale } from '../flow.ts'
import { rememberedSince } from '../remembered.ts'
import { sendCode } from '../send-code.ts'
import { setEmail } from '../statements.ts'

const afresh = {
  email: null,
  confirmed: 0,
  confirmed_at: null,
  confirmed_by: null,
  code: null,
  link: null,
  code_expires: null,
}

/** A little longer than an address can be, so that the form shows a typing error at its end. */
const typedKept = 300

export const emailStep: StepHandler = async (context, form) => {
  const { room, row, request, frame } = context
  const typed = form.get('email') ?? ''
  const email = typed.trim().normalize('NFC')
  if (!isMailAddress(email)) {
    await startOver(context)
    return new Notice('badEmail', null, typed.slice(0, typedKept))
  }
  const since = await rememberedSince(room.store, room.clock, request, isHttps(room), email)
  if (since !== null && !(await isOnlyAccountStale(context, email, since))) {
    const confirmation = { confirmed: 1, confirmed_at: since, confirmed_by: 'browser' }
    await room.store.write(tx =>
      tx.run(setEmail(room.store.dialect, { ...afresh, digest: row.digest, email, ...confirmation })),
    )
    return redirect(frame.path)
  }
  const wait = await sendCode(context, email, 'first')
  if (wait === 0) return redirect(frame.path)
  await startOver(context)
  return tooMany(context, wait, email)
}

/** With several accounts the chosen one decides, in the account step. */
async function isOnlyAccountStale(context: SignInContext, email: string, since: number): Promise<boolean> {
  const [only, ...others] = await choicesOf(context, email)
  return only !== undefined && others.length === 0 && isStale(only, since)
}

/** Returns to the first page. */
export const restartStep: StepHandler = async context => {
  await startOver(context)
  return redirect(context.frame.path)
}

const startOver = ({ room, row }: SignInContext): Promise<number> =>
  room.store.write(tx => tx.run(setEmail(room.store.dialect, { ...afresh, digest: row.digest })))
