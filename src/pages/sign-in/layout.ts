// Renders the sign-in pages on the shared frame (application, scopes, Cancel) and sets their security headers.
import { Html, html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { card } from '../card.ts'
import { htmlType, pagePolicy, pageText } from '../frame.ts'
import type { Look } from '../look.ts'
import type { PageNotice } from './notice.ts'
import { passkeyScript } from './passkey-script.ts'
import type { Texts } from './texts/en.ts'

/** The look of the installation and the language of the browser, which every page needs. */
export interface Style {
  readonly look: Look
  readonly texts: Texts
}

/** The facts about an attempt that its pages show. */
export interface PageFrame extends Style {
  readonly application: string
  readonly scope: readonly string[]
  /** The path of the attempt, to which its forms are posted. */
  readonly path: string
  readonly csrf: string
  readonly returnOrigin: string
}

interface PageContent {
  readonly title: string
  readonly body: Html
  readonly notice?: PageNotice | undefined
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly showsPassword?: boolean
  /** The page has a form for a passkey. */
  readonly asksPasskey?: boolean
  /** The URL to which the browser goes at once. */
  readonly refresh?: string
}

const warning = new Html(
  '<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="10" cy="10" r="8"/><path d="M10 6v4.5M10 13.8v.2"/></svg>',
)

/** The notice of a step: an error of its field, or a success. */
export function noticeLine(notice: PageNotice | undefined): Html | null {
  if (!notice) return null
  return notice.good
    ? html`<p class="done" role="status">${notice.text}</p>`
    : html`<p class="error" id="error" role="alert">${warning}<span>${notice.text}</span></p>`
}

/** The ARIA attributes of a field with an error or a hint. */
export const describedBy = (notice: PageNotice | undefined, hint?: string): Html => {
  const wrong = notice !== undefined && !notice.good
  const ids = [wrong ? 'error' : null, hint ?? null].filter(id => id !== null).join(' ')
  return html`${wrong ? html` aria-invalid="true"` : null}${ids === '' ? null : html` aria-describedby="${ids}"`}`
}

/** A password field with a checkbox that shows what is typed. */
export const passwordField = (
  { password }: Texts,
  label: string,
  attributes: Html,
): Html => html`<label for="password">${label}</label>
<input type="password" id="password" name="password" required autofocus${attributes}>
<label class="show" data-shows="password" hidden><input type="checkbox">${password.show}</label>`

/** The hidden CSRF field, which proves that the form came from our page. */
export const csrfField = ({ csrf }: PageFrame): Html => html`<input type="hidden" name="csrf" value="${csrf}">`

/** A link that posts a form without fields. */
export const linkForm = (frame: PageFrame, step: string, label: string): Html =>
  html`<form method="post" action="${frame.path}/${step}">${csrfField(frame)}<button>${label}</button></form>`

/**
 * The rights of the application and the host that the person returns to, above the button. The console is no application
 * and needs no scope.
 */
export const purpose = ({ application, scope, returnOrigin, texts }: PageFrame, returns = true): Html | null =>
  scope.length === 0
    ? null
    : html`<div class="may">
<p>${texts.mayDo(application)}</p><ul>${scope.map(name => html`<li>${texts.scopes[name] ?? name}</li>`)}</ul>
${returns ? html`<p>${texts.returnTo(new URL(returnOrigin).host)}</p>` : null}</div>`

/** A page within an attempt. Cancel is the last button, so that Enter in a field never triggers it. */
export function attemptPage(frame: PageFrame, content: PageContent): WebAnswer {
  const body = html`${content.body}
<form class="cancel" method="post" action="${frame.path}/cancel">${csrfField(frame)}<button class="second">${frame.texts.cancel}</button></form>`
  return page(frame, { ...content, body }, formTargets(frame.returnOrigin))
}

/** A page without an attempt and without forms. */
export const plainPage = (style: Style, content: PageContent): WebAnswer => page(style, content, undefined)

/** A page without an attempt whose form is posted to this server. */
export const formPage = (style: Style, content: PageContent): WebAnswer => page(style, content, "'self'")

function page({ look, texts }: Style, content: PageContent, targets: string | undefined): WebAnswer {
  const { title, body, notice, headers, refresh, showsPassword, asksPasskey = false } = content
  const script = asksPasskey ? passkeyScript : undefined
  const { status = 200, headers: waiting } = notice?.answer ?? { status: content.status }
  return {
    status,
    headers: { ...headersFor(targets, texts, script), ...waiting, ...headers },
    body: pageText({
      title: notice && !notice.good ? texts.errorTitle(title) : title,
      body: card(look, body),
      look,
      language: texts.tag,
      refresh,
      showsPassword: showsPassword ?? false,
      ...(script === undefined ? {} : { ownScript: script }),
    }),
  }
}

/**
 * Browsers apply form-action to every redirect after a form post, including those of the application: a callback at
 * api.example.com may redirect to www.example.com. So the policy allows the return origin and any https origin.
 */
function formTargets(returnOrigin: string): string {
  // A policy has no form for an IPv6 address, nor for an application with a scheme of its own.
  if (returnOrigin.startsWith('http://[')) return "'self' http:"
  if (!/^https?:/.test(returnOrigin)) return `'self' ${new URL(returnOrigin).protocol} https:`
  const onwards = returnOrigin.startsWith('https:') ? 'https:' : 'https: http://localhost:* http://127.0.0.1:*'
  return `'self' ${returnOrigin} ${onwards}`
}

function headersFor(targets: string | undefined, { tag }: Texts, script?: string): Record<string, string> {
  return {
    'content-type': htmlType,
    'content-language': tag,
    vary: 'accept-language',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(targets, '', undefined, script),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // A single-page application may have opened this page as a pop-up, and needs its window reference.
    'cross-origin-opener-policy': 'unsafe-none',
  }
}
