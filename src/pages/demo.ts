// Builds the page to which the demo application's sign-in returns: the code, its exchange, and what to try next.
import { type Html, html } from '../base/text/html.ts'
import { pageText } from './frame.ts'
import type { Look } from './look.ts'

/** The answer of the token endpoint. */
export interface Exchange {
  readonly status: number
  readonly body: string
}

interface Callback {
  readonly query: URLSearchParams
  readonly code: string | null
  /** Null when the code was not exchanged. */
  readonly answer: Exchange | null
  readonly application: { readonly clientId: string; readonly clientSecret: string; readonly redirectUri: string }
  readonly api: string
  readonly auth: string
  readonly look: Look
}

const block = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`

export function callbackPage(callback: Callback): string {
  const { query, code, look } = callback
  const body = code === null ? failed(query) : steps(callback, code)
  const again = html`<p><a href="/demo/sign-in">Begin again</a></p>`
  return pageText({
    title: 'The demo application',
    look,
    wide: true,
    body: html`${look.brand}<h1>The demo application</h1>${body}${again}`,
  })
}

export const demoAwayPage = (look: Look): string =>
  pageText({
    title: 'The demo is not ready',
    look,
    body: html`${look.brand}<h1>The demo is not ready</h1><p>The demo database is still being made. Reload in a moment.</p>`,
  })

function failed(query: URLSearchParams): Html {
  if (!query.has('error')) {
    return html`<p>Here a sign-in ends. It begins at <a href="/demo/sign-in">/demo/sign-in</a>.</p>`
  }
  const names = ['error', 'error_description', 'error_code']
  const said = names.filter(name => query.has(name)).map(name => `${name}: ${query.get(name)}`)
  return html`<p>The authorization server came back without a code:</p>${block(said.join('\n'))}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function steps({ query, answer, application, api, auth }: Callback, code: string): Html {
  const { clientId, clientSecret, redirectUri } = application
  const exchange = [
    `curl ${auth}/v1/token \\`,
    '  -d grant_type=authorization_code \\',
    `  -d code=${quoted(code)} \\`,
    `  -d redirect_uri=${redirectUri} \\`,
    `  -d client_id=${clientId} \\`,
    `  -d client_secret=${clientSecret}`,
  ].join('\n')
  const hint = query.get('login_hint')
  return html`<h2>1. The code</h2>
<p>The browser came back with an authorization code. It works once, for two minutes.</p>
${block(`code=${code}${hint === null ? '' : `\nlogin_hint=${hint}`}`)}
<h2>2. The exchange</h2>
${answer ? html`<p>The application has sent this request, so the code is used up:</p>` : html`<p>This sign-in did not begin at <a href="/demo/sign-in">/demo/sign-in</a> in this browser, so the code was not used. Exchange it yourself:</p>`}
${block(exchange)}
${answer ? html`<p>The answer, HTTP ${answer.status}:</p>${block(pretty(answer.body))}` : null}
${answer ? next(answer, api) : null}`
}

function next({ status, body }: Exchange, api: string): Html | null {
  if (status !== 200) return null
  const { access_token: token } = JSON.parse(body) as { access_token: string }
  const read = '{"AbEntry": {"Scope": {"Fields": {"FullName": 1}}, "Criteria": {"SearchQuery": {}, "Top": 3}}}'
  return html`<h2>3. A request with the token</h2>
<p>Paste this into a terminal:</p>
${block(`curl ${api}/Read \\\n  -H "Authorization: Bearer ${token}" \\\n  -d '${read}'`)}`
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
