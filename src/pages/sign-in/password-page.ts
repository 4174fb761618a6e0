// Renders the password form, with a single sign-on button where the database has a provider.
import { type Html, html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import {
  attemptPage,
  csrfField,
  describedBy,
  linkForm,
  noticeLine,
  type PageFrame,
  passwordField,
  purpose,
} from './layout.ts'
import type { PageNotice } from './notice.ts'
import { attemptPasskey, type PasskeyQuestion } from './passkey-form.ts'

interface PasswordFacts {
  readonly email: string
  /** The database that is signed in to, when the person chose it among several. */
  readonly chosenDatabase: string | null
  /** Whether the account has a password at all. */
  readonly usable: boolean
  readonly ssoOffered: boolean
  readonly passkey: PasskeyQuestion | null
}

export const passwordPage = (frame: PageFrame, facts: PasswordFacts, notice?: PageNotice): WebAnswer => {
  const { password, continueTo, account, email } = frame.texts
  const { chosenDatabase, usable, passkey } = facts
  return attemptPage(frame, {
    title: password.title,
    notice,
    showsPassword: usable,
    asksPasskey: passkey !== null,
    body: html`<h1>${password.title}</h1>
<p>${continueTo(frame.application)}</p>
${chosenDatabase === null ? null : html`<p>${password.in(chosenDatabase)}</p>`}
${usable ? passwordForm(frame, facts.email, notice) : noticeLine(notice)}
${attemptPasskey(frame, passkey, usable)}
${
  facts.ssoOffered
    ? html`<p class="or">${password.or}</p><a class="button second" href="${frame.path}/sso">${password.sso}</a>`
    : null
}
<div class="links">
${usable || passkey ? linkForm(frame, 'forgot', password.forgot) : null}
${chosenDatabase === null ? null : linkForm(frame, 'other-account', account.another)}
${linkForm(frame, 'restart', email.another)}
</div>`,
  })
}

const passwordForm = (frame: PageFrame, address: string, notice: PageNotice | undefined): Html => {
  const { password, email } = frame.texts
  const attributes = html` autocomplete="current-password" maxlength="1024"${describedBy(notice)}`
  return html`<form method="post" action="${frame.path}/password">${csrfField(frame)}
${noticeLine(notice)}
<label for="username">${email.label}</label>
<input type="email" id="username" name="username" value="${address}" autocomplete="username" readonly tabindex="-1">
${passwordField(frame.texts, password.label, attributes)}
${purpose(frame)}
<button>${password.submit}</button>
</form>`
}
