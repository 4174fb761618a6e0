// Renders the choice between accounts, after the e-mail is confirmed and only when there are several.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Choice } from '../flow.ts'
import type { Fault } from './fault.ts'
import { attemptPage, csrfField, errorLine, type PageFrame } from './layout.ts'

export const accountPage = (frame: PageFrame, email: string, choices: readonly Choice[], fault?: Fault): WebAnswer =>
  attemptPage(frame, {
    title: 'Choose an account',
    error: fault?.message,
    ...fault?.answer,
    body: html`<h1>Choose an account</h1>
<p><strong>${email}</strong> has more than one.</p>
${errorLine(fault?.message)}
<form method="post" action="${frame.path}/account">${csrfField(frame)}
<ul class="accounts">${choices.map(
      choice => html`
<li><button name="account" value="${`${choice.db}:${choice.uid}`}"><i aria-hidden="true">${initial(choice.database)}</i><span>${choice.database}<span>${choice.displayName}</span></span></button></li>`,
    )}
</ul>
</form>
<div class="links">
<form method="post" action="${frame.path}/restart">${csrfField(frame)}<button>Use another e-mail</button></form>
</div>`,
  })

const initial = (name: string): string => (name[0] ?? '').toUpperCase()
