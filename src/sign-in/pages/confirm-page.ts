// Renders the form for the mailed code; the page is the same whether or not the e-mail has an account.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import type { Fault } from './fault.ts'
import { attemptPage, csrfField, describedBy, errorLine, type PageFrame } from './layout.ts'

export const confirmPage = (frame: PageFrame, email: string, typed: string, fault?: Fault): WebAnswer =>
  attemptPage(frame, {
    title: 'Check your mail',
    error: fault?.message,
    ...fault?.answer,
    body: html`<h1>Check your mail</h1>
<p>If <strong>${email}</strong> can sign in here, a message with a 6-digit code and a link is on its way. Both work for ten minutes.</p>
<form method="post" action="${frame.path}/confirm">${csrfField(frame)}
${errorLine(fault?.message)}
<label for="code">6-digit code</label>
<input class="code" type="text" id="code" name="code" value="${typed}" autocomplete="one-time-code" inputmode="numeric" maxlength="12" required autofocus${describedBy(fault?.message, 'hint')}>
<p class="hint" id="hint">Nothing there? Look into your spam folder.</p>
<button>Continue</button>
</form>
<div class="links">
<form method="post" action="${frame.path}/resend">${csrfField(frame)}<button>Send a new code</button></form>
<form method="post" action="${frame.path}/restart">${csrfField(frame)}<button>Use another e-mail</button></form>
</div>`,
  })
