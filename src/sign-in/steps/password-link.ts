// Handles the link of an invitation or a reset: opening it changes nothing, its form sets the password once.
import { findPasswordLink } from '../../accounts/password-links.ts'
import { passwordProblem } from '../../accounts/passwords.ts'
import { Refusal } from '../../base/errors.ts'
import { redirect, type WebAnswer, type WebRequest } from '../../base/web.ts'
import { type SignInRoom, styleOf } from '../context.ts'
import { Notice, shown } from '../notice.ts'
import { errorPage } from '../pages/error-page.ts'
import type { Style } from '../pages/layout.ts'
import { newPasswordPage, passwordSetPage } from '../pages/new-password-page.ts'
import { setPasswordByLink } from '../set-password.ts'

const deadLink = (style: Style): WebAnswer => errorPage(style, 400, style.texts.errors.deadPasswordLink)

/** The path of a link, for the mail that has it. */
export const passwordLinkPath = (prefix: string, key: string): string => `${prefix}/v1/password/${key}`

/** In place of a key: the page after the password is set, whose link is gone. */
const saved = 'saved'

/** What may be wrong with a password, by the text of the query that says so after a form post. */
const problems = { length: new Notice('passwordLength'), easy: new Notice('passwordEasy') } as const

export async function openPasswordLink(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const key = request.params.link ?? ''
  const style = styleOf(room, request)
  if (key === saved) return passwordSetPage(style)
  const account = await findPasswordLink(room, key)
  if (!account) return deadLink(style)
  const problem = problems[new URLSearchParams(request.query).get('problem') as keyof typeof problems]
  return newPasswordPage(style, account, passwordLinkPath(room.prefix, key), problem && shown(style.texts, problem))
}

/** The key in the address is the proof, so no other site can post the form. */
export async function choosePassword(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const key = request.params.link ?? ''
  const style = styleOf(room, request)
  const refused = (problem: keyof typeof problems): WebAnswer =>
    redirect(`${passwordLinkPath(room.prefix, key)}?problem=${problem}`)
  const password = new URLSearchParams(request.body).get('password') ?? ''
  if (passwordProblem(password) !== null) return refused('length')
  try {
    const account = await setPasswordByLink(room, key, password)
    return account ? redirect(passwordLinkPath(room.prefix, saved)) : deadLink(style)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused('easy')
  }
}
