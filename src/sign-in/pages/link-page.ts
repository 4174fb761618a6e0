// Renders the page of the mailed link: a button in the browser that began the attempt, the code in any other browser.
import { html } from '../../base/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { attemptPage, csrfField, type PageFrame, plainPage } from './layout.ts'

export const linkPage = (frame: PageFrame, email: string, action: string): WebAnswer =>
  attemptPage(frame, {
    title: 'Continue signing in',
    body: html`<h1>Continue signing in</h1>
<p>This confirms that <strong>${email}</strong> is yours.</p>
<form method="post" action="${action}">${csrfField(frame)}<button autofocus>Continue</button></form>`,
  })

export const codeElsewherePage = (application: string, code: string): WebAnswer =>
  plainPage({
    title: 'Your sign-in code',
    body: html`<h1>Your sign-in code</h1>
<p>You began to sign in to <strong>${application}</strong> on another device or in another browser. Type this code there:</p>
<p class="big">${code}</p>
<p>If you did not begin a sign-in, close this page and tell nobody the code.</p>`,
  })
