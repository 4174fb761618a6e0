// Renders the pages of second factors: the code of an authenticator app, setting one up, and the recovery codes.
import { Html, html } from '../../base/text/html.ts'
import { qrSvg } from '../../base/text/qr-code.ts'
import type { WebAnswer } from '../../base/web.ts'
import { attemptPage, csrfField, describedBy, linkForm, noticeLine, type PageFrame, purpose } from './layout.ts'
import type { PageNotice } from './notice.ts'
import { attemptPasskey, type PasskeyQuestion } from './passkey-form.ts'

interface Account {
  readonly email: string
  readonly database: string
}

const codeField = (notice: PageNotice | undefined, label: string, hint: Html | null, numeric: boolean): Html => {
  const kind = html`${numeric ? html` class="code" inputmode="numeric"` : null}`
  return html`${noticeLine(notice)}
<label for="code">${label}</label>
<input type="text"${kind} id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus${describedBy(notice, hint === null ? undefined : 'hint')}>
${hint && html`<p class="hint" id="hint">${hint}</p>`}`
}

interface FactorFacts {
  readonly email: string
  /** The person has an authenticator app; else the field takes recovery codes only. */
  readonly hasApp: boolean
  readonly passkey: PasskeyQuestion | null
}

export const factorPage = (
  frame: PageFrame,
  { email, hasApp, passkey }: FactorFacts,
  notice?: PageNotice,
): WebAnswer => {
  const { factor, passkey: words, password, email: another } = frame.texts
  const field = hasApp
    ? codeField(notice, factor.label, html`${factor.hint}`, false)
    : codeField(notice, words.recovery, html`${words.codeHint}`, false)
  return attemptPage(frame, {
    title: factor.title,
    notice,
    asksPasskey: passkey !== null,
    body: html`<h1>${factor.title}</h1>
<p>${hasApp ? factor.open(email) : words.confirm(email)}</p>
${hasApp ? null : attemptPasskey(frame, passkey, false)}
<form method="post" action="${frame.path}/factor">${csrfField(frame)}
${field}
${purpose(frame)}
<button${hasApp ? null : html` class="second"`}>${password.submit}</button>
</form>
${hasApp ? attemptPasskey(frame, passkey) : null}
<div class="links">
${linkForm(frame, 'restart', another.another)}
</div>`,
  })
}

interface Enrollment extends Account {
  /** The address in the QR code, and its secret to type. */
  readonly uri: string
  readonly secret: string
  readonly passkey: PasskeyQuestion | null
}

export const enrollPage = (
  frame: PageFrame,
  { database, uri, secret, passkey }: Enrollment,
  notice?: PageNotice,
): WebAnswer => {
  const { enroll, confirm, passkey: words, proceed } = frame.texts
  return attemptPage(frame, {
    title: enroll.title,
    notice,
    asksPasskey: passkey !== null,
    body: html`<h1>${enroll.title}</h1>
<p>${enroll.required(database)}</p>
<p>${enroll.scan}</p>
<div class="qr">${new Html(qrSvg(uri, enroll.qr))}</div>
<p class="hint">${enroll.type}</p>
<p class="secret"><code>${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
<form method="post" action="${frame.path}/enroll">${csrfField(frame)}
${codeField(notice, confirm.label, null, true)}
<button>${proceed}</button>
</form>
${attemptPasskey(frame, passkey, true, ['enroll-passkey', words.enroll, words.enrollHint])}`,
  })
}

export const codesPage = (frame: PageFrame, codes: readonly string[]): WebAnswer => {
  const { recoveryCodes } = frame.texts
  return attemptPage(frame, {
    title: recoveryCodes.title,
    body: html`<h1>${recoveryCodes.title}</h1>
<p>${recoveryCodes.text}</p>
<ul class="codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>
<form method="post" action="${frame.path}/codes">${csrfField(frame)}<button>${recoveryCodes.proceed}</button></form>`,
  })
}
