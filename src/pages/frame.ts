// Builds the frame that all pages share: head, style, mark, and the policy of what a page may load. No page has a script.
import { Html, html } from '../base/html.ts'
import { hashOf, style } from './style.ts'

interface PageText {
  readonly title: string
  readonly body: Html
  /** For reading, such as the first page; a form is a narrow card. */
  readonly wide?: boolean
  /** Style of one kind of page, after the style sheet of all; its policy names it too. */
  readonly sheet?: string
  /** Where the browser goes by itself, at once. */
  readonly refresh?: string | undefined
}

const markSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b6e5f"/><path d="M21.5 11.2a7 7 0 1 0 0 9.6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="22" cy="16" r="2.2" fill="#f4c95d"/></svg>'
const icon = `data:image/svg+xml,${encodeURIComponent(markSvg)}`

export const brand = html`<p class="brand">${new Html(markSvg)}<span>Clientele</span></p>`

export const htmlType = 'text/html; charset=utf-8'

/** The Content-Security-Policy of a page: its own style, its icon, and forms to `formTargets` alone. */
export const pagePolicy = (formTargets = "'none'", sheet = ''): string =>
  `default-src 'none'; style-src ${hashOf(style + sheet)}; img-src data:; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`

/** The whole page as text. */
export const pageText = ({ title, body, wide = false, sheet = '', refresh }: PageText): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh === undefined ? null : html`<meta http-equiv="refresh" content="0;url=${refresh}">`}
<title>${title} - Clientele</title>
<link rel="icon" href="${icon}">
<style>${new Html(style + sheet)}</style>
</head>
<body>
<main${wide ? html` class="wide"` : null}>
${body}
</main>
</body>
</html>
`.text
