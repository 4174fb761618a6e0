// Creates the row and the cookie of a sign-in attempt.
import type { Account } from '../accounts/directory.ts'
import { seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { newNonce } from '../base/secrets/secret.ts'
import { redirect, type WebAnswer, type WebRequest } from '../base/web.ts'
import { tooManyPage } from '../pages/sign-in/error-page.ts'
import { attemptSeconds, type NewAttempt, type SignInStart } from './attempt.ts'
import { newAttemptId } from './confirmation.ts'
import { beginning, isHttps, type SignInRoom, styleOf } from './context.ts'
import { attemptCookie, attemptCookies, clearCookie, setCookie } from './cookies.ts'
import type { Proof } from './flow.ts'
import { sealedCodes } from './kept-codes.ts'
import { rememberBrowser } from './remembered.ts'
import { insertAttempt, insertProvedAttempt } from './statements.ts'

/** A person rarely has more attempts than this open in one browser; older cookies are dropped. */
const attemptsPerBrowser = 10

/** The attempt's cookie is always a new random value, so no planted value is ever accepted. */
export async function begin(room: SignInRoom, ...[request, attempt]: Parameters<SignInStart>): Promise<WebAnswer> {
  const wait = await room.throttle.take(beginning(room, request))
  if (wait > 0) return tooManyPage(styleOf(room, request), wait)
  const { row, path, cookies } = newAttempt(room, request, attempt)
  await room.store.write(tx => tx.run(insertAttempt(room.store.dialect, row)))
  const answer = redirect(path, 302)
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } }
}

/**
 * Goes on with a person whom a mailed link has brought: the link confirms the e-mail and has chosen the account. `proof` is
 * what the person has proved besides, and `codes` new recovery codes to show.
 */
export async function beginConfirmed(
  room: SignInRoom,
  request: WebRequest,
  { db, uid, email }: Pick<Account, 'db' | 'uid' | 'email'>,
  proof: Proof | null,
  codes: readonly string[] | null = null,
): Promise<WebAnswer> {
  const { row, path, cookies, secret } = newAttempt(room, request, room.consoleAttempt(db))
  const { store, clock, random } = room
  // A new password has ended the confirmations of this second too.
  const confirmed_at = Math.max(clock.now(), seconds(clock) * 1000 + 1)
  const confirmation = { confirmed: 1, confirmed_at, confirmed_by: 'invitation' }
  const kept = codes && sealedCodes(codes, secret, random)
  const remembering = rememberBrowser(store, clock, random, request, isHttps(room), email, confirmed_at)
  await store.write(async tx => {
    await tx.run(insertProvedAttempt(store.dialect, { ...row, email, ...confirmation, db, uid, proof, kept }))
    await remembering.write(tx)
  })
  const answer = redirect(path)
  return { ...answer, headers: { ...answer.headers, 'set-cookie': [...cookies, remembering.cookie] } }
}

function newAttempt(room: SignInRoom, request: WebRequest, attempt: NewAttempt) {
  const https = isHttps(room)
  const id = newAttemptId(room.random)
  const secret = newNonce(room.random)
  const digest = digestOf(id)
  const others = attemptCookies(request, https)
  const dropped = others.length >= attemptsPerBrowser ? others.map(name => clearCookie(name, https)) : []
  return {
    row: {
      digest,
      secret: digestOf(secret),
      expires: seconds(room.clock) + attemptSeconds,
      application: attempt.application,
      meanings: JSON.stringify(attempt.scope),
      hint: attempt.hint,
      only_db: attempt.database,
      return_origin: attempt.returnOrigin,
      purpose: attempt.purpose,
      request: attempt.request,
    },
    secret,
    path: `${room.prefix}/v1/sign-in/${id}`,
    cookies: [...dropped, setCookie(attemptCookie(digest, https), secret, attemptSeconds, https)],
  }
}
