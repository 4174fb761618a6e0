// Renders the first step, the form for the e-mail address.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Fault } from './fault.ts'
import { attemptPage, csrfField, describedBy, errorLine, type PageFrame } from './layout.ts'

export const emailPage = (frame: PageFrame, typed: string, fault?: Fault): WebAnswer =>
  attemptPage(frame, {
    title: 'Sign in',
    error: fault?.message,
    ...fault?.answer,
    body: html`<h1>Sign in</h1>
<p>to continue to <strong>${frame.application}</strong></p>
<form method="post" action="${frame.path}/email">${csrfField(frame)}
${errorLine(fault?.message)}
<label for="email">E-mail address</label>
<input type="email" id="email" name="email" value="${typed}" autocomplete="username email" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus${describedBy(fault?.message)}>
<button>Continue</button>
</form>`,
  })
