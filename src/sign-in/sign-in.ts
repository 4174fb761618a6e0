// Begins sign-in attempts and handles their requests.
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../base/clock.ts'
import { digestOf } from '../base/digest.ts'
import { newNonce, type Random } from '../base/secret.ts'
import { redirect, type WebAnswer, type WebHandler } from '../base/web.ts'
import { attemptSeconds, type SignInStart } from './attempt.ts'
import { keepNotice } from './attempt-notice.ts'
import { newAttemptId } from './confirmation.ts'
import {
  beginning,
  isHttps,
  isOwnForm,
  loadContext,
  type SignInContext,
  type SignInParts,
  type SignInRoom,
  type StepHandler,
  styleOf,
} from './context.ts'
import { attemptCookie, attemptCookies, clearCookie, setCookie } from './cookies.ts'
import { cancel } from './finish.ts'
import { Notice } from './notice.ts'
import { endedPage, errorPage, forgedPage, tooManyPage } from './pages/error-page.ts'
import { showStep } from './show.ts'
import { insertAttempt } from './statements.ts'
import { accountStep, otherAccountStep } from './steps/account.ts'
import { confirmStep, resendStep } from './steps/confirm.ts'
import { emailStep, restartStep } from './steps/email.ts'
import { forgotStep } from './steps/forgot.ts'
import { openLink, pressLink } from './steps/link.ts'
import { passwordStep } from './steps/password.ts'
import { choosePassword, openPasswordLink } from './steps/password-link.ts'
import { beginSso, endSso } from './steps/sso.ts'

/** The handler of each form, by the last segment of its path. */
const steps: Readonly<Record<string, StepHandler>> = {
  email: emailStep,
  confirm: confirmStep,
  resend: resendStep,
  restart: restartStep,
  account: accountStep,
  'other-account': otherAccountStep,
  password: passwordStep,
  forgot: forgotStep,
  cancel,
}

/**
 * Deferred work begins at a random moment after the response, so that the next response's time does not reveal whether
 * it runs.
 */
const deferMs = (random: Random): number => 5 + ((random(1)[0] as number) % 32)

/** A person rarely has more attempts than this open in one browser; older cookies are dropped. */
const attemptsPerBrowser = 10

export interface SignIn {
  readonly begin: SignInStart
  /** GET /v1/sign-in/:attempt */
  readonly show: WebHandler
  /** POST /v1/sign-in/:attempt/:step */
  readonly step: WebHandler
  /** GET /v1/sign-in/:attempt/:step, the address of a form after its post, when somebody reloads or bookmarks it */
  readonly reshow: WebHandler
  /** GET /v1/sign-in/:attempt/sso, and GET /v1/sso/callback */
  readonly beginSso: WebHandler
  readonly endSso: WebHandler
  /** GET and POST /v1/link/:link */
  readonly openLink: WebHandler
  readonly pressLink: WebHandler
  /** GET and POST /v1/password/:link */
  readonly openPasswordLink: WebHandler
  readonly choosePassword: WebHandler
  /** Resolves when no mail is being sent. */
  idle(): Promise<void>
}

export function createSignIn(parts: SignInParts): SignIn {
  const pending = new Set<Promise<void>>()
  const room: SignInRoom = {
    ...parts,
    afterResponse: work => {
      const job = pause(deferMs(parts.random))
        .then(work)
        .catch(parts.onFault)
        .finally(() => pending.delete(job))
      pending.add(job)
    },
  }
  const attemptOf: WebHandlerWithContext = async (request, answer) => {
    const context = await loadContext(room, request, request.params.attempt ?? '')
    return context ? answer(context) : endedPage(styleOf(room, request))
  }
  return {
    begin: (request, attempt) => begin(room, request, attempt),
    show: request => attemptOf(request, context => showStep(context)),
    step: request =>
      attemptOf(request, async context => {
        const name = request.params.step ?? ''
        const handler = Object.hasOwn(steps, name) ? steps[name] : undefined
        if (!handler) return errorPage(context.frame, 404, context.frame.texts.errors.unknown)
        const form = new URLSearchParams(request.body)
        return isOwnForm(context, form) ? runStep(context, handler, form) : forgedPage(context.frame)
      }),
    reshow: request => attemptOf(request, async ({ frame }) => redirect(frame.path)),
    beginSso: request => attemptOf(request, beginSso),
    endSso: request => endSso(room, request),
    openLink: request => openLink(room, request),
    pressLink: request => pressLink(room, request),
    openPasswordLink: request => openPasswordLink(room, request),
    choosePassword: request => choosePassword(room, request),
    idle: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

/** Every form post ends in a redirect, so that a reload of the page repeats no post. */
async function runStep(context: SignInContext, handler: StepHandler, form: URLSearchParams): Promise<WebAnswer> {
  const result = await handler(context, form)
  const notice = result instanceof Notice ? result : null
  if (notice !== null || context.row.notice !== null) await keepNotice(context, notice)
  return result instanceof Notice ? redirect(context.frame.path) : result
}

type WebHandlerWithContext = (
  request: Parameters<WebHandler>[0],
  answer: (context: NonNullable<Awaited<ReturnType<typeof loadContext>>>) => Promise<WebAnswer>,
) => Promise<WebAnswer>

/** The attempt's cookie is always a new random value, so no planted value is ever accepted. */
async function begin(room: SignInRoom, ...[request, attempt]: Parameters<SignInStart>): Promise<WebAnswer> {
  const wait = await room.throttle.take(beginning(room, request))
  if (wait > 0) return tooManyPage(styleOf(room, request), wait)
  const https = isHttps(room)
  const id = newAttemptId(room.random)
  const secret = newNonce(room.random)
  const digest = digestOf(id)
  await room.store.write(tx =>
    tx.run(
      insertAttempt(room.store.dialect, {
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
      }),
    ),
  )
  const others = attemptCookies(request, https)
  const dropped = others.length >= attemptsPerBrowser ? others.map(name => clearCookie(name, https)) : []
  const answer = redirect(`${room.prefix}/v1/sign-in/${id}`, 302)
  const cookie = setCookie(attemptCookie(digest, https), secret, attemptSeconds, https)
  return { ...answer, headers: { ...answer.headers, 'set-cookie': [...dropped, cookie] } }
}
