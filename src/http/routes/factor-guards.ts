// Judges who may read and change second factors.
import { type Caller, isFresh } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { refuse } from '../../base/errors.ts'
import { isObject } from '../../base/text/json.ts'
import { jsonAnswer } from '../../base/web.ts'
import { requireScope } from '../../oauth/scope.ts'
import { parseBody } from '../bodies.ts'
import type { Handler, RouteRequest } from '../route.ts'

type Work = (caller: Caller, request: RouteRequest) => Promise<object>

/** Handlers that judge the caller before they work. */
export function guards({ clock }: { readonly clock: Clock }) {
  const answers = (judge: (caller: Caller) => void, work: Work): Handler => {
    return async request => {
      const caller = request.caller as Caller
      judge(caller)
      return jsonAnswer(JSON.stringify({ Code: 0, ...(await work(caller, request)) }))
    }
  }
  const reads = (work: Work, forAdministrators = false): Handler =>
    answers(caller => {
      requireScope(caller, 'read')
      if (forAdministrators) requireAdministrator(caller)
    }, work)
  const writes = (work: Work, forAdministrators = false): Handler =>
    answers(caller => {
      requireScope(caller, 'write')
      if (forAdministrators) requireAdministrator(caller)
      requireOwnHand(caller, seconds(clock))
    }, work)

  return { reads, writes }
}

export function requireAdministrator({ admin }: Caller): void {
  if (!admin)
    refuse(
      'AdministratorRequired',
      '',
      'Only an administrator may read or reset the factors of others, and set the policy.',
    )
}

/** An application that acts for a user must not weaken the sign-in of that user. */
function requireOwnHand(caller: Caller, now: number): void {
  if (!caller.session) refuse('FreshProof', '', 'Second factors are changed in the console, not with a token.')
  if (!isFresh(caller, now)) {
    refuse('FreshProof', '', 'Sign in again to change second factors: the last sign-in is too long ago.')
  }
}

export const lastFactor =
  'This database requires a second factor: set up another one first, or ask an administrator to reset it.'

export function objectIn(body: string): Record<string, unknown> {
  const parsed = parseBody(body)
  return isObject(parsed) ? parsed : refuse('InvalidRequest', '', 'The body is a JSON object.')
}
