// Asks a person who has signed in whether a client may act for them, and issues the code.
import { signInMoment } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import { digestOf, sameSecret } from '../base/secrets/digest.ts'
import { newNonce } from '../base/secrets/secret.ts'
import { redirect, type WebAnswer, type WebHandler, type WebRequest } from '../base/web.ts'
import type { EndpointParts } from '../oauth/endpoint-parts.ts'
import { consentPage } from '../pages/sign-in/consent-page.ts'
import { endedPage, errorPage, forgedPage } from '../pages/sign-in/error-page.ts'
import type { PageFrame } from '../pages/sign-in/layout.ts'
import type { SignedInUser, SignInRedirect } from '../sign-in/attempt.ts'
import { csrfToken, styleOf } from '../sign-in/context.ts'
import { clearCookie, named, readCookie, setCookie } from '../sign-in/cookies.ts'
import type { Tx } from '../storage/store.ts'
import { cancelRequest } from './grants/device-answer.ts'
import { issueStandardCode } from './issue.ts'
import { returnOriginOf, type StandardRequest } from './request.ts'
import { answerConsent, type ConsentRow, insertConsent, openConsent } from './statements.ts'

export type AskConsent = (
  tx: Tx,
  request: StandardRequest,
  who: SignedInUser,
  browser: WebRequest,
) => Promise<SignInRedirect>

interface ConsentParts extends EndpointParts {
  /** The path below which the question is asked. */
  readonly path: string
}

const questionSeconds = 600

const cookieOf = (digest: string, https: boolean): string => named(`clientele-consent-${digest.slice(0, 12)}`, https)

const isHttps = ({ issuer }: EndpointParts): boolean => issuer().startsWith('https:')

interface Question {
  readonly row: ConsentRow
  readonly request: StandardRequest
  readonly frame: PageFrame
}

/** Asks after the sign-in, in the transaction that ends it. */
const asking =
  (parts: ConsentParts): AskConsent =>
  async (tx, request, { db, database, uid }) => {
    const { store, clock, random } = parts
    const id = newNonce(random)
    const secret = newNonce(random)
    const digest = digestOf(id)
    const began = await signInMoment(tx, store.dialect, { db, uid }, seconds(clock))
    const row = { digest, secret: digestOf(secret), db, database, uid, began, expires: began + questionSeconds }
    await tx.run(insertConsent(store.dialect, { ...row, request: JSON.stringify(request) }))
    const https = isHttps(parts)
    const cookie = setCookie(cookieOf(digest, https), secret, questionSeconds, https)
    return { location: `${parts.path}/${id}`, cookies: [cookie] }
  }

/** The question for the browser that signed in; null for any other, and once it is answered. */
async function findQuestion(parts: ConsentParts, browser: WebRequest): Promise<Question | null> {
  const { store, clock } = parts
  const id = browser.params.consent ?? ''
  const [row] = await store.rows(openConsent(store.dialect, { digest: digestOf(id), now: seconds(clock) }))
  const secret = row && readCookie(browser, cookieOf(row.digest, isHttps(parts)))
  if (!row || !secret || !sameSecret(digestOf(secret), row.secret)) return null
  const person = await parts.callers.find(row.db, row.uid)
  if (!person || row.began <= person.sessionsFrom) return null
  const request = JSON.parse(row.request) as StandardRequest
  const frame = {
    ...styleOf(parts, browser),
    application: request.clientName,
    scope: request.scope,
    path: `${parts.path}/${id}`,
    csrf: csrfToken(`consent ${id}`, secret),
    returnOrigin: returnOriginOf(request.redirectUri),
  }
  return { row, request, frame }
}

export function createConsent(parts: ConsentParts) {
  const { store, clock } = parts

  const show: WebHandler = async browser => {
    const question = await findQuestion(parts, browser)
    if (!question) return endedPage(styleOf(parts, browser))
    const { row, request, frame } = question
    return consentPage(frame, {
      database: row.database,
      isLoopback: request.device === undefined && request.redirectUri.startsWith('http:'),
      isDevice: request.device !== undefined,
      mayNarrow: request.scope.includes('data'),
    })
  }

  const answer: WebHandler = async browser => {
    const question = await findQuestion(parts, browser)
    if (!question) return endedPage(styleOf(parts, browser))
    const { row, request, frame } = question
    const form = new URLSearchParams(browser.body)
    if (!sameSecret(form.get('csrf') ?? '', frame.csrf)) return forgedPage(frame)
    const step = browser.params.step as string
    if (!steps.has(step)) return errorPage(frame, 404, frame.texts.errors.unknown)
    const allowed = step === 'allow-reading' ? readingAlone(request) : request
    const location = await store.write(async tx => {
      if ((await tx.run(answerConsent(store.dialect, { digest: row.digest, now: seconds(clock) }))) !== 1) return null
      if (step === 'cancel') return cancelRequest(tx, parts, request)
      return issueStandardCode(tx, parts, allowed, row)
    })
    return location === null ? endedPage(frame) : leave(parts, row, location)
  }

  return { ask: asking(parts), show, answer }
}

function leave(parts: ConsentParts, { digest }: ConsentRow, location: string): WebAnswer {
  const https = isHttps(parts)
  const sent = redirect(location)
  return { ...sent, headers: { ...sent.headers, 'set-cookie': clearCookie(cookieOf(digest, https), https) } }
}

const steps: ReadonlySet<string> = new Set(['allow', 'allow-reading', 'cancel'])

const readingAlone = (request: StandardRequest): StandardRequest => ({
  ...request,
  scope: [...new Set(request.scope.map(name => (name === 'data' ? 'data.readonly' : name)))],
})
