// Renders the password form, with a single sign-on button where the database has a provider.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Step } from '../flow.ts'
import type { Fault } from './fault.ts'
import { attemptPage, csrfField, describedBy, errorLine, type PageFrame } from './layout.ts'

type PasswordStep = Extract<Step, { name: 'password' }>

export const passwordPage = (frame: PageFrame, step: PasswordStep, fault?: Fault): WebAnswer =>
  attemptPage(frame, {
    title: 'Enter your password',
    error: fault?.message,
    ...fault?.answer,
    body: html`<h1>Enter your password</h1>
<p>to continue to <strong>${frame.application}</strong>${step.several && step.account ? html` with <strong>${step.account.database}</strong>` : null}</p>
<form method="post" action="${frame.path}/password">${csrfField(frame)}
${errorLine(fault?.message)}
<label for="username">E-mail address</label>
<input type="email" id="username" name="username" value="${step.email}" autocomplete="username" readonly tabindex="-1">
<label for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="current-password" maxlength="1024" required autofocus${describedBy(fault?.message)}>
<button>Sign in</button>
</form>
${
  step.account?.ssoOffered
    ? html`<p class="or">or</p><a class="button second" href="${frame.path}/sso">Use single sign-on</a>`
    : null
}
<div class="links">
${step.several ? html`<form method="post" action="${frame.path}/other-account">${csrfField(frame)}<button>Choose another account</button></form>` : null}
<form method="post" action="${frame.path}/restart">${csrfField(frame)}<button>Use another e-mail</button></form>
</div>`,
  })
