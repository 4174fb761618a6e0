// Renders the page that forwards to the single sign-on provider at once, or shows why the last try failed.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Step } from '../flow.ts'
import type { Fault } from './fault.ts'
import { attemptPage, csrfField, errorLine, type PageFrame } from './layout.ts'

type SsoStep = Extract<Step, { name: 'sso' }>

export const ssoPage = (frame: PageFrame, step: SsoStep, fault?: Fault): WebAnswer =>
  attemptPage(frame, {
    title: 'Single sign-on',
    error: fault?.message,
    ...fault?.answer,
    // A redirect would have to satisfy the form-action of the page before, which must not reveal the provider yet.
    ...(fault ? {} : { refresh: `${frame.path}/sso` }),
    body: html`<h1>Single sign-on</h1>
<p><strong>${step.account.database}</strong> signs its people in through their organization.</p>
${errorLine(fault?.message)}
<a class="button" href="${frame.path}/sso">${fault ? 'Try again' : 'Continue'}</a>
<div class="links">
${step.several ? html`<form method="post" action="${frame.path}/other-account">${csrfField(frame)}<button>Choose another account</button></form>` : null}
<form method="post" action="${frame.path}/restart">${csrfField(frame)}<button>Use another e-mail</button></form>
</div>`,
  })
