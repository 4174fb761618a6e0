// Handles the e-mail step: a remembered browser goes on, any other gets a mail with a code.
import { redirect } from '../../base/web.ts'
import { isMailAddress } from '../../mail/mailer.ts'
import { isHttps, type StepHandler } from '../context.ts'
import { mistake, tooMany } from '../pages/fault.ts'
import { isRemembered } from '../remembered.ts'
import { sendCode } from '../send-code.ts'
import { showStep } from '../show.ts'
import { setEmail } from '../statements.ts'

const afresh = { email: null, confirmed: 0, code: null, link: null, code_expires: null }

export const emailStep: StepHandler = async (context, form) => {
  const { room, row, request, frame } = context
  const start = { ...context, row: { ...row, email: null } }
  const typed = form.get('email') ?? ''
  const email = typed.trim().normalize('NFC')
  if (!isMailAddress(email)) return showStep(start, mistake('Enter an e-mail address, such as ann@example.com.'), typed)
  if (await isRemembered(room.store, room.clock, request, isHttps(room), email)) {
    await room.store.write(tx =>
      tx.run(setEmail(room.store.dialect, { ...afresh, digest: row.digest, email, confirmed: 1 })),
    )
    return redirect(frame.path)
  }
  const wait = await sendCode(context, email)
  return wait > 0 ? showStep(start, tooMany(wait), typed) : redirect(frame.path)
}

/** Returns to the first page. */
export const restartStep: StepHandler = async ({ room, row, frame }) => {
  await room.store.write(tx => tx.run(setEmail(room.store.dialect, { ...afresh, digest: row.digest })))
  return redirect(frame.path)
}
