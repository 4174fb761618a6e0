// Renders the sign-in pages on the shared frame (application, scopes, Cancel) and sets their security headers.
import { Html, html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { card } from '../../pages/card.ts'
import { htmlType, pagePolicy, pageText } from '../../pages/frame.ts'

/** The facts about an attempt that its pages show. */
export interface PageFrame {
  readonly application: string
  readonly meanings: readonly string[]
  /** The path of the attempt, to which its forms are posted. */
  readonly path: string
  readonly csrf: string
  readonly returnOrigin: string
}

interface PageContent {
  readonly title: string
  readonly body: Html
  readonly error?: string | undefined
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** The URL to which the browser goes at once. */
  readonly refresh?: string
}

const warning = new Html(
  '<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="10" cy="10" r="8"/><path d="M10 6v4.5M10 13.8v.2"/></svg>',
)

/** The error message of a field. */
export const errorLine = (message: string | undefined): Html | null =>
  message === undefined ? null : html`<p class="error" id="error" role="alert">${warning}<span>${message}</span></p>`

/** The ARIA attributes of a field with an error or a hint. */
export const describedBy = (error: string | undefined, hint?: string): Html => {
  const ids = [error === undefined ? null : 'error', hint ?? null].filter(id => id !== null).join(' ')
  const invalid = error === undefined ? null : html` aria-invalid="true"`
  return html`${invalid}${ids === '' ? null : html` aria-describedby="${ids}"`}`
}

/** The hidden CSRF field, which proves that the form came from our page. */
export const csrfField = ({ csrf }: PageFrame): Html => html`<input type="hidden" name="csrf" value="${csrf}">`

/** A page within an attempt. Cancel is the last button, so that Enter in a field never triggers it. */
export function attemptPage(frame: PageFrame, content: PageContent): WebAnswer {
  const may = frame.meanings.map(meaning => html`<li>${meaning}</li>`)
  const form = html`${content.body}
<form class="cancel" method="post" action="${frame.path}/cancel">${csrfField(frame)}<button class="second">Cancel</button></form>`
  const body = html`${card(form)}
<footer><p>You are signing in to <strong>${frame.application}</strong>. It will be able to:</p><ul>${may}</ul></footer>`
  return page({ ...content, body }, formTargets(frame.returnOrigin))
}

/** A page without an attempt and without forms. */
export const plainPage = (content: PageContent): WebAnswer => page({ ...content, body: card(content.body) }, undefined)

/** A page without an attempt whose form is posted to this server. */
export const formPage = (content: PageContent): WebAnswer => page({ ...content, body: card(content.body) }, "'self'")

function page(
  { title, body, error, status = 200, headers, refresh }: PageContent,
  targets: string | undefined,
): WebAnswer {
  return {
    status,
    headers: { ...headersFor(targets), ...headers },
    body: pageText({ title: error === undefined ? title : `Error: ${title}`, body, refresh }),
  }
}

/**
 * Browsers apply form-action to every redirect after a form post, including those of the application: a callback at
 * api.example.com may redirect to www.example.com. So the policy allows the return origin and any https origin.
 */
function formTargets(returnOrigin: string): string {
  const onwards = returnOrigin.startsWith('https:') ? 'https:' : 'https: http://localhost:* http://127.0.0.1:*'
  return `'self' ${returnOrigin} ${onwards}`
}

function headersFor(targets: string | undefined): Record<string, string> {
  return {
    'content-type': htmlType,
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(targets),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // A single-page application may have opened this page as a pop-up, and needs its window reference.
    'cross-origin-opener-policy': 'unsafe-none',
  }
}
