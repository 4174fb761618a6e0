// Renders the page that forwards to the single sign-on provider at once, or shows why the last try failed.
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { attemptPage, linkForm, noticeLine, type PageFrame, purpose } from './layout.ts'
import type { PageNotice } from './notice.ts'

/** `several`: the person may choose another database. */
export const ssoPage = (
  frame: PageFrame,
  { database, several }: { readonly database: string; readonly several: boolean },
  notice?: PageNotice,
): WebAnswer => {
  const { sso, proceed, account, email } = frame.texts
  return attemptPage(frame, {
    title: sso.title,
    notice,
    // A redirect would have to satisfy the form-action of the page before, which must not reveal the provider yet.
    ...(notice ? {} : { refresh: `${frame.path}/sso` }),
    body: html`<h1>${sso.title}</h1>
<p>${sso.by(database)}</p>
${noticeLine(notice)}
${purpose(frame)}
<a class="button" href="${frame.path}/sso">${notice ? sso.again : proceed}</a>
<div class="links">
${several ? linkForm(frame, 'other-account', account.another) : null}
${linkForm(frame, 'restart', email.another)}
</div>`,
  })
}
