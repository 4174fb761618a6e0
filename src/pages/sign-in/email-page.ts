// Renders the first step, the form for the e-mail address.
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { attemptPage, csrfField, describedBy, noticeLine, type PageFrame, purpose } from './layout.ts'
import type { PageNotice } from './notice.ts'
import { attemptPasskey, type PasskeyQuestion } from './passkey-form.ts'

/** `value` fills the field: the last input, or the address that the browser or the application suggests. */
export const emailPage = (
  frame: PageFrame,
  value: string,
  passkey: PasskeyQuestion | null,
  notice?: PageNotice,
): WebAnswer => {
  const { email, continueTo, proceed } = frame.texts
  return attemptPage(frame, {
    title: email.title,
    notice,
    asksPasskey: passkey !== null,
    body: html`<h1>${email.title}</h1>
<p>${continueTo(frame.application)}</p>
<form method="post" action="${frame.path}/email">${csrfField(frame)}
${noticeLine(notice)}
<label for="email">${email.label}</label>
<input type="email" id="email" name="email" value="${value}" autocomplete="${passkey ? 'username webauthn' : 'username'}" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus${describedBy(notice)}>
${purpose(frame)}
<button>${proceed}</button>
</form>
${attemptPasskey(frame, passkey)}`,
  })
}
