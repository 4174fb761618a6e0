// Renders the password form, with a single sign-on button where the database has a provider.
import { type Html, html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Step } from '../flow.ts'
import { Notice, type ShownNotice, shown } from '../notice.ts'
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

type PasswordStep = Extract<Step, { name: 'password' }>

export const passwordPage = (frame: PageFrame, step: PasswordStep, notice?: ShownNotice): WebAnswer => {
  const { password, continueTo, account, email } = frame.texts
  const unusable = step.account !== null && step.account.password === null && !step.account.ssoOffered
  const told = unusable ? shown(frame.texts, new Notice('noPassword')) : notice
  return attemptPage(frame, {
    title: password.title,
    notice: told,
    showsPassword: !unusable,
    body: html`<h1>${password.title}</h1>
<p>${continueTo(frame.application)}</p>
${step.several && step.account ? html`<p>${password.in(step.account.database)}</p>` : null}
${unusable ? noticeLine(told) : passwordForm(frame, step, told)}
${
  step.account?.ssoOffered
    ? html`<p class="or">${password.or}</p><a class="button second" href="${frame.path}/sso">${password.sso}</a>`
    : null
}
<div class="links">
${unusable ? null : linkForm(frame, 'forgot', password.forgot)}
${step.several ? linkForm(frame, 'other-account', account.another) : null}
${linkForm(frame, 'restart', email.another)}
</div>`,
  })
}

const passwordForm = (frame: PageFrame, step: PasswordStep, notice: ShownNotice | undefined): Html => {
  const { password, email } = frame.texts
  const attributes = html` autocomplete="current-password" maxlength="1024"${describedBy(notice)}`
  return html`<form method="post" action="${frame.path}/password">${csrfField(frame)}
${noticeLine(notice)}
<label for="username">${email.label}</label>
<input type="email" id="username" name="username" value="${step.email}" autocomplete="username" readonly tabindex="-1">
${passwordField(frame.texts, password.label, attributes)}
${purpose(frame)}
<button>${password.submit}</button>
</form>`
}
