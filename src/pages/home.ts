// Builds the page that replaces the console while there is none: the reason, the addresses, and the first steps.
import { html } from '../base/text/html.ts'
import { pageText } from './frame.ts'
import type { Look } from './look.ts'

/** Why there is no console: it is being built, its build failed, or it was never built. */
export type ConsoleAbsence = 'building' | 'failed' | 'absent'

interface HomeFacts {
  readonly origin: string
  readonly apiPrefix: string
  readonly authPrefix: string
  readonly version: string
  readonly look: Look
  readonly absence: ConsoleAbsence
}

const reasons: Readonly<Record<ConsoleAbsence, { readonly title: string; readonly text: string }>> = {
  building: {
    title: 'The console is being built',
    text: 'That takes about half a minute the first time, and this page then opens it by itself. Everything else is ready.',
  },
  failed: {
    title: 'The console could not be built',
    text: 'The file console/.build/log says why; "npm run console" tries again. Everything else works.',
  },
  absent: {
    title: 'This installation has no console',
    text: 'In a copy of the repository, "npm run console" builds it. Everything else works without it.',
  },
}

export function homePage({ origin, apiPrefix, authPrefix, version, look, absence }: HomeFacts): string {
  const { title, text } = reasons[absence]
  const api = origin + apiPrefix
  const curl = [
    `curl ${api}/Read \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    `  -d '{"AbEntry": {"Scope": {"Fields": {"Key": 1, "FullName": 1}},`,
    `                   "Criteria": {"SearchQuery": {}, "Top": 5}}}'`,
  ].join('\n')
  return pageText({
    title,
    look,
    wide: true,
    body: html`${look.brand}<h1>${title}</h1>
<p role="status">${text}</p>
<p>Companies, contacts, interactions and opportunities behind one JSON API, and OAuth 2.0 so that applications act for people without ever seeing their passwords. Version ${version}.</p>
<h2>Addresses</h2>
<dl>
<dt>Data API</dt><dd><code>${api}</code></dd>
<dt>Authorization server</dt><dd><code>${origin}${authPrefix}</code></dd>
<dt>Its metadata</dt><dd><a href="${authPrefix}/.well-known/oauth-authorization-server"><code>${authPrefix}/.well-known/oauth-authorization-server</code></a></dd>
<dt>Documentation</dt><dd><a href="/docs"><code>/docs</code></a></dd>
<dt>API reference</dt><dd><a href="/reference"><code>/reference</code></a> &middot; <a href="${apiPrefix}/openapi.json"><code>${apiPrefix}/openapi.json</code></a></dd>
<dt>Health</dt><dd><a href="/healthz"><code>/healthz</code></a> &middot; <a href="/readyz"><code>/readyz</code></a> &middot; <a href="/metrics"><code>/metrics</code></a></dd>
</dl>
<h2>First steps</h2>
<ol>
<li>Make a database and its first user:
<pre tabindex="0"><code>bin/clientele database create acme
bin/clientele user create --database acme --uid ANN \\
  --email ann@example.com --admin --password-stdin</code></pre></li>
<li>Make a personal access token, and keep it where only you can read it:
<pre tabindex="0"><code>bin/clientele token create --database acme --user ANN \\
  --name "My first token"</code></pre></li>
<li>Ask for the first five entries:
<pre tabindex="0"><code>${curl}</code></pre></li>
<li>Register an application, so that others can sign in through it:
<pre tabindex="0"><code>bin/clientele app create --name "My app" \\
  --redirect-uri https://app.example.com/callback</code></pre></li>
</ol>
<p>Started by <code>npm start</code>? Then a demo database is there already, and the terminal shows its user, application and token.</p>`,
  })
}
