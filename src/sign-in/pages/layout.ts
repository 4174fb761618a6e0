// Renders the frame of every sign-in page (application, scopes, Cancel) and sets its security headers.
import { Html, html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { style, styleHash } from './style.ts'

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

const markSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b6e5f"/><path d="M21.5 11.2a7 7 0 1 0 0 9.6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="22" cy="16" r="2.2" fill="#f4c95d"/></svg>'
const mark = new Html(markSvg)
const icon = `data:image/svg+xml,${encodeURIComponent(markSvg)}`
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
  const body = html`<div class="card">
<p class="brand">${mark}<span>Clientele</span></p>
${content.body}
<form class="cancel" method="post" action="${frame.path}/cancel">${csrfField(frame)}<button class="second">Cancel</button></form>
</div>
<footer><p>You are signing in to <strong>${frame.application}</strong>. It will be able to:</p><ul>${may}</ul></footer>`
  return page({ ...content, body }, frame.returnOrigin)
}

/** A page without an attempt and without forms. */
export const plainPage = (content: PageContent): WebAnswer =>
  page(
    {
      ...content,
      body: html`<div class="card"><p class="brand">${mark}<span>Clientele</span></p>${content.body}</div>`,
    },
    null,
  )

function page(content: PageContent, returnOrigin: string | null): WebAnswer {
  const title = content.error === undefined ? content.title : `Error: ${content.title}`
  const refresh = content.refresh
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh === undefined ? null : html`<meta http-equiv="refresh" content="0;url=${refresh}">`}
<title>${title} - Clientele</title>
<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>
</head>
<body>
<main>
${content.body}
</main>
</body>
</html>
`.text
  return {
    status: content.status ?? 200,
    headers: { ...headersFor(returnOrigin), ...content.headers },
    body: text,
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

function headersFor(returnOrigin: string | null): Record<string, string> {
  const targets = returnOrigin === null ? "'none'" : formTargets(returnOrigin)
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src ${styleHash}; img-src data:; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // A single-page application may have opened this page as a pop-up, and needs its window reference.
    'cross-origin-opener-policy': 'unsafe-none',
  }
}
