// Handles the link of an invitation or a reset: opening it changes nothing, its form sets the password once.
import { findPasswordLink } from '../../accounts/password-links.ts'
import { Refusal } from '../../base/errors.ts'
import type { WebAnswer, WebRequest } from '../../base/web.ts'
import type { SignInRoom } from '../context.ts'
import { errorPage } from '../pages/error-page.ts'
import { mistake } from '../pages/fault.ts'
import { newPasswordPage, passwordSetPage } from '../pages/new-password-page.ts'
import { setPasswordByLink } from '../set-password.ts'

const deadLink = (): WebAnswer =>
  errorPage(
    400,
    'This link no longer works',
    'It was used before, is too old, or a newer one was sent. Ask your administrator for another invitation, or for a new password on the sign-in page.',
  )

/** The path of a link, for the mail that has it. */
export const passwordLinkPath = (prefix: string, key: string): string => `${prefix}/v1/password/${key}`

export async function openPasswordLink(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const key = request.params.link ?? ''
  const account = await findPasswordLink(room, key)
  return account ? newPasswordPage(account, passwordLinkPath(room.prefix, key)) : deadLink()
}

/** The key in the address is the proof, so no other site can post the form. */
export async function choosePassword(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const key = request.params.link ?? ''
  const account = await findPasswordLink(room, key)
  if (!account) return deadLink()
  try {
    const password = new URLSearchParams(request.body).get('password') ?? ''
    if (password === '')
      return newPasswordPage(account, passwordLinkPath(room.prefix, key), mistake('Enter a password.'))
    return (await setPasswordByLink(room, key, password)) ? passwordSetPage(account) : deadLink()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const said = error.told().map(({ message }) => message.replaceAll('User.Data.Password', 'The password'))
    return newPasswordPage(account, passwordLinkPath(room.prefix, key), mistake(said.join(' ')))
  }
}
