// Answers an authorize request of OpenID Connect without a sign-in, for a browser in which the person has signed in before.
import { addressOf } from '../../accounts/address.ts'
import { seconds } from '../../base/clock.ts'
import { redirect, type WebAnswer, type WebRequest } from '../../base/web.ts'
import type { AuthorizeContext } from '../../oauth/authorize/context.ts'
import { errorLocation } from '../../oauth/authorize/request.ts'
import { fail, type OAuthErrorName, oauthErrors } from '../../oauth/errors.ts'
import { isHinted } from '../../sign-in/flow.ts'
import type { Authorization } from '../authorization.ts'
import { subjectOf } from '../facts.ts'
import type { StandardRequest } from '../request.ts'
import type { SignedInBrowser, SignedInBrowsers } from './browsers.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The words of the parameter `prompt`. */
const promptsOf = ({ parameters }: AuthorizeContext): readonly string[] =>
  (parameters.get('prompt') ?? '').split(' ').filter(word => word !== '')

export function checkPrompt(context: AuthorizeContext): void {
  const { parameters } = context
  if (parameters.get('request') !== undefined) fail('requestNotSupported', 'The parameter request is not taken.')
  const prompts = promptsOf(context)
  if (prompts.includes('none') && prompts.length > 1) {
    fail('invalidRequest', 'The prompt none stands alone.')
  }
  const age = parameters.get('max_age')
  if (age !== undefined && !/^\d{1,9}$/.test(age)) fail('invalidRequest', 'The max_age is a whole number of seconds.')
}

/** An ID token is a hint long after it has expired. */
export const checkHint =
  (keys: SigningKeys, issuer: () => string) =>
  async (context: AuthorizeContext): Promise<void> => {
    const hint = context.parameters.get('id_token_hint')
    if (hint === undefined) return
    const claims = await keys.verified(hint)
    if (claims?.iss !== issuer()) fail('invalidRequest', 'The id_token_hint is no ID token of this issuer.')
    context.subject = String(claims.sub)
  }

interface SilentParts {
  readonly browsers: SignedInBrowsers
  readonly authorization: Authorization
  readonly requestOf: (context: AuthorizeContext) => StandardRequest
}

export const silently =
  ({ browsers, authorization, requestOf }: SilentParts) =>
  async (context: AuthorizeContext, request: WebRequest): Promise<WebAnswer | null> => {
    if (!context.scope.includes('openid')) return null
    const prompts = promptsOf(context)
    const isSilent = prompts.includes('none')
    const browser = await browsers.find(request)
    const isUsable = browser !== null && !needsSignIn(prompts) && fits(context, browser)
    // A redirect without a page is what prompt=none is for (RFC 9700, 4.11.2).
    const refused = (name: OAuthErrorName, text: string) =>
      redirect(errorLocation(context, oauthErrors[name].error, text), 302)
    if (!isUsable) return isSilent ? refused('loginRequired', 'The person has to sign in.') : null
    const { login } = browser
    const provider = login.provider === undefined ? {} : { provider: login.provider }
    const asked = { ...requestOf(context), login, ...provider }
    const done = await authorization.goOn(asked, browser, request, isSilent)
    if (done === null) return refused('consentRequired', 'The person has to be asked for consent.')
    const answer = redirect(done.location, 302)
    return { ...answer, headers: { ...answer.headers, 'set-cookie': done.cookies ?? [] } }
  }

const needsSignIn = (prompts: readonly string[]): boolean =>
  prompts.includes('login') || prompts.includes('select_account')

/** Whether the sign-in of the browser meets the request. */
function fits({ parts, application, parameters, subject }: AuthorizeContext, browser: SignedInBrowser): boolean {
  if (application.db !== 0 && application.db !== browser.db) return false
  if (subject !== null && subject !== subjectOf(browser)) return false
  const age = parameters.get('max_age')
  if (age !== undefined && seconds(parts.clock) - browser.login.at > Number(age)) return false
  const hint = parameters.get('login_hint')
  return hint === undefined || isHinted(hint, browser) || addressOf(hint) === addressOf(browser.login.email)
}
