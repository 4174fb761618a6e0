// Renders the page of an attempt's current step.
import { accountsOf } from '../accounts/directory.ts'
import type { WebAnswer } from '../base/web.ts'
import { base32, keyUri } from '../factors/totp.ts'
import { isMailAddress } from '../mail/mailer.ts'
import { accountPage } from '../pages/sign-in/account-page.ts'
import { confirmPage } from '../pages/sign-in/confirm-page.ts'
import { emailPage } from '../pages/sign-in/email-page.ts'
import { codesPage, enrollPage, factorPage } from '../pages/sign-in/factor-pages.ts'
import type { PageFrame } from '../pages/sign-in/layout.ts'
import { Notice, type PageNotice, pageNotice } from '../pages/sign-in/notice.ts'
import type { PasskeyQuestion } from '../pages/sign-in/passkey-form.ts'
import { passwordPage } from '../pages/sign-in/password-page.ts'
import { ssoPage } from '../pages/sign-in/sso-page.ts'
import { noticeOf } from './attempt-notice.ts'
import { currentStep, isHttps, type SignInContext } from './context.ts'
import { finish } from './finish.ts'
import { type AccountChoice, isHinted, type Proof, type SignInStep } from './flow.ts'
import { keptCodes } from './kept-codes.ts'
import { passkeyQuestion } from './passkeys.ts'
import { rememberedEmails } from './remembered.ts'
import { setupSecret } from './steps/factor.ts'

export async function showStep(context: SignInContext): Promise<WebAnswer> {
  const { frame, row } = context
  const step = await currentStep(context)
  const notice = noticeOf(context, step.name)
  const passkey = await passkeyQuestion(context, step)
  switch (step.name) {
    case 'email':
      return emailPage(frame, notice?.typed || (await suggestedEmail(context)), passkey, notice)
    case 'confirm':
      // There is no code: it has been used, and a new password asks this browser to confirm the e-mail again.
      return confirmPage(
        frame,
        step.email,
        notice ?? (row.code ? undefined : pageNotice(frame.texts, new Notice('deadCode'))),
      )
    case 'account':
      return accountPage(frame, step.email, step.choices, notice)
    case 'password':
      return showPassword(frame, step, passkey, notice)
    case 'factor':
      return factorPage(frame, { email: step.email, hasApp: await hasApp(context, step.account), passkey }, notice)
    case 'enroll':
      return enrollPage(frame, { ...enrollment(context, step), passkey }, notice)
    case 'codes':
      return codesPage(frame, keptCodes(context))
    case 'done':
      return finish(context, step.account, row.proof as Proof)
    case 'sso':
      return ssoPage(frame, { database: step.account.database, several: step.several }, notice)
  }
}

const hasApp = async ({ room }: SignInContext, account: AccountChoice): Promise<boolean> =>
  (await room.factors.standing(account)).totp !== null

/** What an authenticator app is given: its QR code, and the secret to type. */
function enrollment(context: SignInContext, { email, account }: { email: string; account: AccountChoice }) {
  const secret = setupSecret(context)
  const uri = keyUri(secret, context.room.look.name, `${account.database}: ${email}`)
  return { ...account, uri, secret: base32(secret) }
}

type PasswordStep = Extract<SignInStep, { name: 'password' }>

function showPassword(
  frame: PageFrame,
  { email, account, several }: PasswordStep,
  passkey: PasskeyQuestion | null,
  notice?: PageNotice,
): WebAnswer {
  const chosenDatabase = several && account ? account.database : null
  const ssoOffered = account?.ssoOffered ?? false
  const usable = account === null || account.password !== null || ssoOffered
  const shown = usable || passkey ? notice : pageNotice(frame.texts, new Notice('noPassword'))
  const hasForm = account === null || account.password !== null || (usable && !passkey)
  return passwordPage(frame, { email, chosenDatabase, usable: hasForm, ssoOffered, passkey }, shown)
}

/**
 * The address in the hint, or one that this browser has confirmed. A hint that names a user never reveals the user's
 * address to a browser that has not confirmed it.
 */
async function suggestedEmail({ room, row, request }: SignInContext): Promise<string> {
  if (row.hint !== null && isMailAddress(row.hint)) return row.hint
  const known = await rememberedEmails(room.store, room.clock, request, isHttps(room))
  if (row.hint !== null) {
    for (const email of known) {
      const accounts = await accountsOf(room.store, email)
      if (accounts.some(account => isHinted(row.hint, account))) return email
    }
  }
  return known[0] ?? ''
}
