// Begins sign-in attempts and handles their requests.
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../base/secrets/secret.ts'
import { redirect, type WebAnswer, type WebHandler } from '../base/web.ts'
import { endedPage, errorPage, forgedPage } from '../pages/sign-in/error-page.ts'
import { Notice } from '../pages/sign-in/notice.ts'
import type { SignInStart } from './attempt.ts'
import { keepNotice } from './attempt-notice.ts'
import { begin } from './begin.ts'
import {
  isOwnForm,
  loadContext,
  type SignInContext,
  type SignInParts,
  type SignInRoom,
  type StepHandler,
  styleOf,
} from './context.ts'
import { cancel } from './finish.ts'
import { showStep } from './show.ts'
import { accountStep, otherAccountStep } from './steps/account.ts'
import { confirmStep, resendStep } from './steps/confirm.ts'
import { emailStep, restartStep } from './steps/email.ts'
import { codesStep, enrollStep, factorStep } from './steps/factor.ts'
import { forgotStep } from './steps/forgot.ts'
import { openLink, pressLink } from './steps/link.ts'
import { enrollPasskeyStep, passkeyStep } from './steps/passkey.ts'
import { passwordStep } from './steps/password.ts'
import { choosePasskey, choosePassword, goOnBySso, openPasswordLink } from './steps/password-link.ts'
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
  factor: factorStep,
  enroll: enrollStep,
  passkey: passkeyStep,
  'enroll-passkey': enrollPasskeyStep,
  codes: codesStep,
  cancel,
}

/**
 * Deferred work begins at a random moment after the response, so that the next response's time does not reveal whether
 * it runs.
 */
const deferMs = (random: Random): number => 5 + ((random(1)[0] as number) % 32)

export interface SignIn {
  readonly begin: SignInStart
  /** GET /v1/sign-in/:attempt */
  readonly show: WebHandler
  /** POST /v1/sign-in/:attempt/:step */
  readonly step: WebHandler
  /** GET /v1/sign-in/:attempt/:step, the address of a form after its post, when it is reloaded or bookmarked */
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
  /** POST /v1/password/:link/passkey */
  readonly choosePasskey: WebHandler
  /** POST /v1/password/:link/sso */
  readonly goOnBySso: WebHandler
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
    choosePasskey: request => choosePasskey(room, request),
    goOnBySso: request => goOnBySso(room, request),
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
