// Renders the page of an invitation or a reset, on which a user chooses how to sign in, and the page after it.
import { type Html, html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { describedBy, formPage, noticeLine, passwordField, plainPage, type Style } from './layout.ts'
import type { PageNotice } from './notice.ts'
import { type PasskeyQuestion, passkeyForm } from './passkey-form.ts'

interface PasswordLink {
  readonly account: { readonly email: string; readonly displayName: string; readonly database: string }
  /** Whether the user may have a password, and may go on by single sign-on. */
  readonly password: boolean
  readonly sso: boolean
  /** The user may have a passkey in place of a password. */
  readonly passkey: PasskeyQuestion | null
  /** The path of the link. */
  readonly action: string
}

export const newPasswordPage = (style: Style, link: PasswordLink, notice?: PageNotice): WebAnswer => {
  const { newPassword, password, passkey: words } = style.texts
  const { passkey } = link
  const { displayName, database } = link.account
  const title = link.password ? newPassword.title : newPassword.welcome
  return formPage(style, {
    title,
    notice,
    showsPassword: link.password,
    asksPasskey: passkey !== null,
    body: html`<h1>${title}</h1>
<p>${newPassword.for(displayName, database)}</p>
${link.password ? passwordForm(style, link, notice) : null}
${passkey && passkeyForm(style.texts, { question: passkey, action: `${link.action}/passkey`, label: words.instead, hint: words.insteadHint, isSecond: true })}
${link.password && link.sso ? html`<p class="or">${password.or}</p>` : null}
${
  link.sso
    ? html`<form method="post" action="${link.action}/sso"><button${link.password ? html` class="second"` : null}>${password.sso}</button></form>`
    : null
}`,
  })
}

function passwordForm(style: Style, { account, action }: PasswordLink, notice: PageNotice | undefined): Html {
  const { newPassword, email } = style.texts
  const attributes = html` autocomplete="new-password" minlength="8" maxlength="1024"${describedBy(notice, 'hint')}`
  return html`<form method="post" action="${action}">
${noticeLine(notice)}
<label for="username">${email.label}</label>
<input type="email" id="username" name="username" value="${account.email}" autocomplete="username" readonly tabindex="-1">
${passwordField(style.texts, newPassword.label, attributes)}
<p class="hint" id="hint">${newPassword.hint}</p>
<button>${newPassword.submit}</button>
</form>`
}

export const passwordSetPage = (style: Style): WebAnswer => {
  const { newPassword } = style.texts
  return plainPage(style, {
    title: newPassword.savedTitle,
    body: html`<h1>${newPassword.savedTitle}</h1>
<p>${newPassword.saved}</p>`,
  })
}
