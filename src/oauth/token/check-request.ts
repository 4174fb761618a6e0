// Checks every token request: form body, parameters, grant type, client authentication.
import { type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts'
import { header } from '../../base/web.ts'
import { authenticateClient } from '../client-authentication.ts'
import { fail } from '../errors.ts'
import { Parameters } from '../parameters.ts'
import type { TokenCheck, TokenContext } from './context.ts'

const formType = 'application/x-www-form-urlencoded'

export function requireForm({ request }: TokenContext): void {
  const type = header(request, 'content-type') ?? ''
  if (type !== formType && type.split(';', 1)[0]?.trim().toLowerCase() !== formType) {
    fail('invalidRequest', 'The body must be application/x-www-form-urlencoded; parameters in the URL are not read.')
  }
}

export function readParameters(context: TokenContext): void {
  context.parameters = new Parameters(context.request.body)
  context.parameters.refuseRepeated()
  context.parameters.refuseOverlong()
}

export const requireGrantType =
  (known: readonly string[]): TokenCheck =>
  ({ parameters }) => {
    const type = parameters.get('grant_type')
    if (type === undefined) fail('invalidRequest', 'The parameter grant_type is missing.')
    if (!known.includes(type)) fail('unsupportedGrantType', `The grant_type must be ${known.join(' or ')}.`)
  }

/** Runs before a code or token is read, so that a failed authentication consumes nothing. */
export function authenticate(context: TokenContext): MaybePromise<void> {
  return whenReady(authenticateClient(context.parts, context.request, context.parameters), application => {
    context.application = application
  })
}
