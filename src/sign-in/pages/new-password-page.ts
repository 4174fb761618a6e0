// Renders the form of an invitation or a reset, in which a user chooses a password, and the page after it.
import type { LinkedAccount } from '../../accounts/password-links.ts'
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Fault } from './fault.ts'
import { describedBy, errorLine, formPage, plainPage } from './layout.ts'

export const newPasswordPage = (account: LinkedAccount, action: string, fault?: Fault): WebAnswer =>
  formPage({
    title: 'Choose a password',
    error: fault?.message,
    ...fault?.answer,
    body: html`<h1>Choose a password</h1>
<p>for <strong>${account.displayName}</strong> in <strong>${account.database}</strong></p>
<form method="post" action="${action}">
${errorLine(fault?.message)}
<label for="username">E-mail address</label>
<input type="email" id="username" name="username" value="${account.email}" autocomplete="username" readonly tabindex="-1">
<label for="password">New password</label>
<input type="password" id="password" name="password" autocomplete="new-password" minlength="8" maxlength="256" required autofocus${describedBy(fault?.message, 'hint')}>
<p class="hint" id="hint">At least 8 characters, and none of the common passwords.</p>
<button>Set the password</button>
</form>`,
  })

export const passwordSetPage = ({ email }: LinkedAccount): WebAnswer =>
  plainPage({
    title: 'Your password is set',
    body: html`<h1>Your password is set</h1>
<p>Go to the application that you want to use, and sign in as <strong>${email}</strong>.</p>`,
  })
