// Renders the choice between accounts, after the e-mail is confirmed and only when there are several.
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { attemptPage, csrfField, linkForm, noticeLine, type PageFrame, purpose } from './layout.ts'
import type { PageNotice } from './notice.ts'

interface AccountChoice {
  readonly db: number
  readonly uid: string
  readonly database: string
  readonly displayName: string
}

export const accountPage = (
  frame: PageFrame,
  email: string,
  choices: readonly AccountChoice[],
  notice?: PageNotice,
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
