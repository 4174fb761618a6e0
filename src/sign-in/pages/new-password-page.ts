// Renders the form of an invitation or a reset, in which a user chooses a password, and the page after it.
import type { LinkedAccount } from '../../accounts/password-links.ts'
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { ShownNotice } from '../notice.ts'
import { describedBy, formPage, noticeLine, passwordField, plainPage, type Style } from './layout.ts'

export const newPasswordPage = (
  style: Style,
  account: LinkedAccount,
  action: string,
  notice?: ShownNotice,
): WebAnswer => {
  const { newPassword, email } = style.texts
  const attributes = html` autocomplete="new-password" minlength="8" maxlength="1024"${describedBy(notice, 'hint')}`
  return formPage(style, {
    title: newPassword.title,
    notice,
    showsPassword: true,
    body: html`<h1>${newPassword.title}</h1>
<p>${newPassword.for(account.displayName, account.database)}</p>
<form method="post" action="${action}">
${noticeLine(notice)}
<label for="username">${email.label}</label>
<input type="email" id="username" name="username" value="${account.email}" autocomplete="username" readonly tabindex="-1">
${passwordField(style.texts, newPassword.label, attributes)}
<p class="hint" id="hint">${newPassword.hint}</p>
<button>${newPassword.submit}</button>
</form>`,
  })
}

export const passwordSetPage = (style: Style): WebAnswer => {
  const { newPassword } = style.texts
  return plainPage(style, {
    title: newPassword.savedTitle,
    body: html`<h1>${newPassword.savedTitle}</h1>
<p>${newPassword.saved}</p>`,
  })
}
