// Signs a browser out when a client asks for it (OpenID Connect RP-Initiated Logout).
import { sameSecret } from '../../base/secrets/digest.ts'
import { redirect, type WebAnswer, type WebHandler, type WebRequest } from '../../base/web.ts'
import { matchesStandardUri } from '../../entities/rules/redirect-uri.ts'
import type { EndpointParts } from '../../oauth/endpoint-parts.ts'
import { Parameters } from '../../oauth/parameters.ts'
import { endedPage, forgedPage } from '../../pages/sign-in/error-page.ts'
import { signedOutPage, signOutPage } from '../../pages/sign-in/sign-out-page.ts'
import { csrfToken, styleOf } from '../../sign-in/context.ts'
import { subjectOf } from '../facts.ts'
import type { SignedInBrowser, SignedInBrowsers } from './browsers.ts'
import type { SigningKeys } from './signing-keys.ts'

interface LogoutParts {
  readonly endpoints: EndpointParts
  readonly browsers: SignedInBrowsers
  readonly keys: SigningKeys
  readonly path: string
}

/** What a client has proved about its request. */
interface LogoutRequest {
  /** The person of the ID token; null without a valid one. */
  readonly subject: string | null
  /** Where the browser goes on to: a registered address of the client, with its state; null to stay here. */
  readonly target: string | null
}

export function createLogout({ endpoints, browsers, keys, path }: LogoutParts) {
  const { applications, issuer } = endpoints

  const requestIn = async (parameters: Parameters): Promise<LogoutRequest> => {
    const hint = parameters.get('id_token_hint')
    const found = hint === undefined ? null : await keys.verified(hint)
    const claims = found?.iss === issuer() ? found : null
    const clientId = parameters.get('client_id') ?? (claims ? String(claims.aud) : undefined)
    // A token of another client is no proof for this one.
    const isHint = claims !== null && claims.aud === clientId
    const client = clientId === undefined ? null : await applications.find(clientId)
    const uri = parameters.get('post_logout_redirect_uri')
    const isKnown = uri !== undefined && client !== null && matchesStandardUri(uri, client.redirectUris)
    return { subject: isHint ? String(claims.sub) : null, target: isKnown ? withState(uri, parameters) : null }
  }

  const ended = async (browser: SignedInBrowser | null, target: string | null, request: WebRequest) => {
    const answer = target === null ? signedOutPage(styleOf(endpoints, request)) : redirect(target)
    if (!browser) return answer
    return { ...answer, headers: { ...answer.headers, 'set-cookie': await browsers.end(browser) } }
  }

  /** Without a proof that the client has signed this person in, any page could sign people out, so the person is asked. */
  const begin = async (request: WebRequest, parameters: Parameters): Promise<WebAnswer> => {
    const browser = await browsers.find(request)
    const { subject, target } = await requestIn(parameters)
    if (browser === null) return ended(null, subject === null ? null : target, request)
    if (subject === subjectOf(browser)) return ended(browser, target, request)
    return signOutPage(styleOf(endpoints, request), { path: `${path}/confirm`, csrf: csrfOf(browser) })
  }

  const show: WebHandler = request => begin(request, new Parameters(request.query))
  /** A client may send a form instead of a query. */
  const post: WebHandler = request => begin(request, new Parameters(request.body))
  const confirm: WebHandler = async request => {
    const style = styleOf(endpoints, request)
    const browser = await browsers.find(request)
    if (!browser) return endedPage(style)
    const csrf = new URLSearchParams(request.body).get('csrf') ?? ''
    return sameSecret(csrf, csrfOf(browser)) ? ended(browser, null, request) : forgedPage(style)
  }
  return { show, post, confirm }
}

const csrfOf = ({ secret }: SignedInBrowser): string => csrfToken('logout', secret)

function withState(uri: string, parameters: Parameters): string {
  const state = parameters.get('state')
  const sign = uri.includes('?') ? '&' : '?'
  return state === undefined ? uri : `${uri}${sign}state=${encodeURIComponent(state)}`
}
