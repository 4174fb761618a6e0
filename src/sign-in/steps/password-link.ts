// Handles the link of an invitation or a reset: opening it changes nothing, its form sets the password once.
import { createHmac } from 'node:crypto'
import { findPasswordLink, type LinkedAccount, takePasswordLink } from '../../accounts/password-links.ts'
import { passwordProblem } from '../../accounts/passwords.ts'
import { Refusal } from '../../base/errors.ts'
import { redirect, type WebAnswer, type WebRequest } from '../../base/web.ts'
import { errorPage } from '../../pages/sign-in/error-page.ts'
import type { Style } from '../../pages/sign-in/layout.ts'
import { newPasswordPage, passwordSetPage } from '../../pages/sign-in/new-password-page.ts'
import { Notice, pageNotice } from '../../pages/sign-in/notice.ts'
import type { PasskeyQuestion } from '../../pages/sign-in/passkey-form.ts'
import { beginConfirmed } from '../begin.ts'
import { type SignInRoom, styleOf } from '../context.ts'
import { setPasswordByLink } from '../set-password.ts'

const deadLink = (style: Style): WebAnswer => errorPage(style, 400, style.texts.errors.deadPasswordLink)

/** The path of a link, for the mail that has it. */
export const passwordLinkPath = (prefix: string, key: string): string => `${prefix}/v1/password/${key}`

/** Takes the place of the key in the address of the page after the password is set. */
const saved = 'saved'

/** The problems of a password, by the value of the query parameter after a form post. */
const problems = {
  length: new Notice('passwordLength'),
  easy: new Notice('passwordEasy'),
  passkey: new Notice('passkeyFailed'),
} as const

/** A link with the ways of its user to sign in; null when it offers none. */
async function usableLink(
  room: SignInRoom,
  key: string,
): Promise<{ account: LinkedAccount; password: boolean; sso: boolean; passkey: PasskeyQuestion | null } | null> {
  const account = await findPasswordLink(room, key)
  if (!account) return null
  const sso = await room.sso.settings(account.db)
  const password = !account.ssoOnly && sso?.only !== true
  const bySso = sso !== null && account.purpose === 'invitation'
  const { passkeys } = room.factors
  const byPasskey = password && account.purpose === 'invitation' && (await passkeys.use(account.db)) === 'alone'
  const options = byPasskey ? await passkeys.creation(account, challengeOf(key), true) : null
  return password || bySso ? { account, password, sso: bySso, passkey: options && { options } } : null
}

export async function openPasswordLink(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const key = request.params.link ?? ''
  const style = styleOf(room, request)
  if (key === saved) return passwordSetPage(style)
  const link = await usableLink(room, key)
  if (!link) return deadLink(style)
  const problem = problems[new URLSearchParams(request.query).get('problem') as keyof typeof problems]
  const action = passwordLinkPath(room.prefix, key)
  return newPasswordPage(style, { ...link, action }, problem && pageNotice(style.texts, problem))
}

/** The key in the address is the proof, so no other site can post the form. An invited person is signed in at once. */
export async function choosePassword(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const key = request.params.link ?? ''
  const style = styleOf(room, request)
  const refused = (problem: keyof typeof problems): WebAnswer =>
    redirect(`${passwordLinkPath(room.prefix, key)}?problem=${problem}`)
  const link = await usableLink(room, key)
  if (!link?.password) return deadLink(style)
  const password = new URLSearchParams(request.body).get('password') ?? ''
  if (passwordProblem(password) !== null) return refused('length')
  try {
    const account = await setPasswordByLink(room, key, password)
    if (!account) return deadLink(style)
    if (account.purpose === 'invitation') return await beginConfirmed(room, request, account, 'password')
    return redirect(passwordLinkPath(room.prefix, saved))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused('easy')
  }
}

/** The link is used once, and so is the challenge that derives from its key. */
const challengeOf = (key: string): string => createHmac('sha256', key).update('passkey').digest('base64url')

/** The invited person sets up a passkey, has no password, and is signed in at once. */
export async function choosePasskey(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const key = request.params.link ?? ''
  const link = await usableLink(room, key)
  if (!link?.passkey) return deadLink(styleOf(room, request))
  const { account } = link
  const { db, uid } = account
  const answer = new URLSearchParams(request.body).get('answer') ?? ''
  const registration = { answer, name: '', challenge: challengeOf(key), alone: true }
  const made = await room.factors.passkeys.register({ db, uid }, registration, tx =>
    takePasswordLink(tx, room, key, account),
  )
  if (typeof made === 'string') return redirect(`${passwordLinkPath(room.prefix, key)}?problem=passkey`)
  return beginConfirmed(room, request, account, 'passkey', made.codes)
}

/** The invited person goes on to the provider of the database. The sign-in that succeeds ends the link. */
export async function goOnBySso(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const link = await usableLink(room, request.params.link ?? '')
  return link?.sso ? beginConfirmed(room, request, link.account, null) : deadLink(styleOf(room, request))
}
