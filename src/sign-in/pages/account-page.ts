// Renders the choice between accounts, after the e-mail is confirmed and only when there are several.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Choice } from '../flow.ts'
import type { ShownNotice } from '../notice.ts'
import { attemptPage, csrfField, linkForm, noticeLine, type PageFrame, purpose } from './layout.ts'

export const accountPage = (
  frame: PageFrame,
  email: string,
  choices: readonly Choice[],
  notice?: ShownNotice,
): WebAnswer => {
  const { account, email: another } = frame.texts
  return attemptPage(frame, {
    title: account.title,
    notice,
    body: html`<h1>${account.title}</h1>
<p>${account.several(email)}</p>
${noticeLine(notice)}
${purpose(frame)}
<form method="post" action="${frame.path}/account">${csrfField(frame)}
<ul class="accounts">${choices.map(
      choice => html`
<li><button name="account" value="${`${choice.db}:${choice.uid}`}"><i aria-hidden="true">${initial(choice.database)}</i><span>${choice.database}<span>${choice.displayName}</span></span></button></li>`,
    )}
</ul>
</form>
<div class="links">
${linkForm(frame, 'restart', another.another)}
</div>`,
  })
}

const initial = (name: string): string => (name[0] ?? '').toUpperCase()
