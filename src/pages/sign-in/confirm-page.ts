// Renders the form for the mailed code; the page is the same whether or not the e-mail has an account.
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { attemptPage, csrfField, describedBy, linkForm, noticeLine, type PageFrame, purpose } from './layout.ts'
import type { PageNotice } from './notice.ts'

export const confirmPage = (frame: PageFrame, email: string, notice?: PageNotice): WebAnswer => {
  const { confirm, proceed, email: another } = frame.texts
  return attemptPage(frame, {
    title: confirm.title,
    notice,
    body: html`<h1>${confirm.title}</h1>
<p>${confirm.sent(email)}</p>
<form method="post" action="${frame.path}/confirm">${csrfField(frame)}
${noticeLine(notice)}
<label for="code">${confirm.label}</label>
<input class="code" type="text" id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="8" required autofocus${describedBy(notice, 'hint')}>
<p class="hint" id="hint">${confirm.hint}</p>
${purpose(frame)}
<button>${proceed}</button>
</form>
<div class="links">
${linkForm(frame, 'resend', confirm.resend)}
${linkForm(frame, 'restart', another.another)}
</div>`,
  })
}
