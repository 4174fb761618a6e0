// Opens the console of the demo, and plays the demo application: begins a sign-in, exchanges the code, shows each step.
import type { BlockList } from 'node:net'
import { type Account, accountsOf } from '../../accounts/directory.ts'
import { verifyPassword } from '../../accounts/passwords.ts'
import { BoundedMap } from '../../base/caches/bounded-map.ts'
import { isWithin, loopbackNetworks, parseNetworks } from '../../base/networks.ts'
import { digestOf, sameSecret } from '../../base/secrets/digest.ts'
import { newNonce } from '../../base/secrets/secret.ts'
import { header, redirect, type WebAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import type { AuthorizationServer } from '../../oauth/index.ts'
import { callbackPage, demoAwayPage, type Exchange } from '../../pages/demo.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import type { Look } from '../../pages/look.ts'
import { isSameOrigin } from '../../sessions/browser.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type { Store } from '../../storage/store.ts'
import type { Handler, RouteRequest } from '../route.ts'

/** The demo database, its people, and its application, whose secret the server knows. */
export interface DemoApplication {
  readonly database: string
  readonly emails: readonly string[]
  readonly password: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

export interface DemoParts {
  readonly settings: Settings
  readonly origin: () => string
  readonly look: Look
  readonly authorization: Pick<AuthorizationServer, 'token'>
  readonly sessions: Sessions
  readonly operations: { readonly store: Store }
  /** Null until the demo database is there. */
  readonly demo: () => DemoApplication | null
}

const cookie = 'clientele-demo-state'
/** A reload must not send a code again, which would revoke its tokens: the answers of the last codes are kept. */
const answersKept = 100

export function demoHandlers({ settings, origin, look, authorization, sessions, operations, demo }: DemoParts) {
  const answers = new BoundedMap<Promise<Exchange>>(answersKept)

  const exchange = async (request: RouteRequest, code: string, application: DemoApplication): Promise<Exchange> => {
    const { clientId, clientSecret, redirectUri } = application
    const form = { grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: redirectUri }
    const body = new URLSearchParams({ ...form, client_secret: clientSecret }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await authorization.token({ ...request, method: 'POST', query: '', headers, body })
    return { status: answer.status, body: String(answer.body) }
  }

  const signIn: Handler = () => {
    const application = demo()
    if (!application) return shown(demoAwayPage(look), 503)
    const state = newNonce()
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: application.clientId,
      redirect_uri: application.redirectUri,
      state,
    })
    const answer = redirect(`${settings.authPrefix}/v1/authorize?${query}`, 302)
    const kept = `${cookie}=${state}; Path=/demo; Max-Age=3600; HttpOnly; SameSite=Lax`
    return { ...answer, headers: { ...answer.headers, 'set-cookie': kept } }
  }

  const callback: Handler = async request => {
    const application = demo()
    if (!application) return shown(demoAwayPage(look), 503)
    const query = new URLSearchParams(request.query)
    const code = query.get('code')
    // A code that came back to another browser, or from a sign-in that did not begin here, is shown and not used.
    const isOwn = sameSecret(stateOf(request), query.get('state') ?? '') && stateOf(request) !== ''
    let answer: Exchange | null = null
    if (code !== null && isOwn) {
      const key = digestOf(code)
      const known = answers.get(key) ?? exchange(request, code, application)
      answers.set(key, known)
      answer = await known
    }
    const addresses = { api: origin() + settings.apiPrefix, auth: origin() + settings.authPrefix }
    return shown(callbackPage({ query, code, answer, application, look, ...addresses }), 200)
  }

  /** Types the password of the demo for the person, as long as the demo has that password. */
  const openConsole: Handler = async request => {
    const access = demo()
    if (!access) return shown(demoAwayPage(look), 503)
    const account = isOnThisMachine(request, origin()) ? await firstAccount(operations.store, access) : null
    if (!account) return redirect(`/console/sign-in?database=${access.database}`)
    const answer = redirect(`/d/${account.database}`)
    const cookie = await operations.store.write(tx => sessions.begin(tx, account, request))
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
  }

  return { signIn, callback, openConsole }
}

/** The administrator of the demo; null when the password or the sign-in settings were changed. */
async function firstAccount(store: Store, { database, emails, password }: DemoApplication): Promise<Account | null> {
  const account = (await accountsOf(store, emails[0] ?? '')).find(each => each.database === database)
  if (!account || account.ssoOnly) return null
  return (await verifyPassword(password, account.password)) ? account : null
}

/** Whether a page of this server sent the form in a browser of this machine. Other host names could be DNS rebinding. */
function isOnThisMachine(request: RouteRequest, origin: string): boolean {
  const host = header(request, 'host')?.replace(/:\d+$/, '') ?? ''
  const isOwnName = ['localhost', '127.0.0.1', '[::1]'].includes(host)
  return isOwnName && isWithin(loopback, request.address) && isSameOrigin(request, origin)
}

const loopback = parseNetworks(loopbackNetworks) as BlockList

const stateOf = (request: RouteRequest): string =>
  new RegExp(`(?:^|;\\s*)${cookie}=([A-Za-z0-9_-]+)`).exec(header(request, 'cookie') ?? '')?.[1] ?? ''

const shown = (body: string, status: number): WebAnswer => ({
  status,
  headers: {
    'content-type': htmlType,
    'content-security-policy': pagePolicy(),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  },
  body,
})
