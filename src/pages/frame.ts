// Builds the frame that all pages share: head, style, script, and the policy of what a page may load.
import { Html, html } from '../base/text/html.ts'
import { type Look, ownLook } from './look.ts'
import { hashOf, style } from './style.ts'

interface PageText {
  readonly title: string
  readonly body: Html
  readonly look?: Look
  /** The tag of the language of the body. */
  readonly language?: string
  /** A wide page for reading; a form is a narrow card. */
  readonly wide?: boolean
  /** Style of one kind of page, after the style sheet of all; its policy names it too. */
  readonly sheet?: string
  /** The script of one kind of page; its policy names it too. */
  readonly ownScript?: string
  /** The body has a checkbox that shows a password. */
  readonly showsPassword?: boolean
  /** The URL to which the browser goes at once. */
  readonly refresh?: string | undefined
}

/**
 * The one script, a convenience: a checkbox that shows the password. A `label[data-shows]` names the password field; the
 * label is hidden until the script runs.
 */
const script = `
for (const label of document.querySelectorAll('[data-shows]')) {
  const field = document.getElementById(label.dataset.shows), box = label.querySelector('input')
  label.hidden = false
  box.addEventListener('change', () => { field.type = box.checked ? 'text' : 'password' })
  field.form.addEventListener('submit', () => { field.type = 'password' })
}
`

export const htmlType = 'text/html; charset=utf-8'

const noForms = "'none'"

/**
 * The Content-Security-Policy of a page: its own style, its logo, the font of this server, and forms to `formTargets` alone. A page without forms has
 * no password to show, so it has no script. The script of one kind of page may send requests to this server;
 * empty, it stands for a page with forms and no script. `formScript` is beside the script that shows passwords, and sends no requests.
 */
export function pagePolicy(formTargets = noForms, sheet = '', ownScript?: string, formScript?: string): string {
  const formScripts = [script, ...(formScript === undefined ? [] : [formScript])].map(hashOf).join(' ')
  const own = !ownScript ? '' : ` script-src ${hashOf(ownScript)}; connect-src 'self';`
  const scripts = formTargets === noForms || ownScript !== undefined ? own : ` script-src ${formScripts};`
  const styles = `style-src ${hashOf(style + sheet)};`
  return `default-src 'none'; ${styles}${scripts} img-src data:; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'; font-src 'self'`
}

/** The whole page as text. */
export const pageText = ({
  title,
  body,
  look = ownLook,
  language = 'en',
  wide = false,
  sheet = '',
  ownScript,
  showsPassword = false,
  refresh,
}: PageText): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh === undefined ? null : html`<meta http-equiv="refresh" content="0;url=${refresh}">`}
<title>${title} - ${look.name}</title>
<link rel="icon" href="${look.logo}">
<style>${new Html(style + sheet)}</style>
</head>
<body>
<main${wide ? html` class="wide"` : null}>
${body}
</main>
${showsPassword ? html`<script>${new Html(script)}</script>` : null}
${ownScript === undefined ? null : html`<script>${new Html(ownScript)}</script>`}
</body>
</html>
`.text
