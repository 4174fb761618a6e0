// Renders the page of the mailed link: a button in the browser that began the attempt, the code in any other browser.
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { attemptPage, csrfField, type PageFrame, plainPage, purpose, type Style } from './layout.ts'

export const linkPage = (frame: PageFrame, email: string, action: string): WebAnswer => {
  const { link, proceed } = frame.texts
  return attemptPage(frame, {
    title: link.title,
    body: html`<h1>${link.title}</h1>
<p>${link.confirms(email)}</p>
${purpose(frame)}
<form method="post" action="${action}">${csrfField(frame)}<button autofocus>${proceed}</button></form>`,
  })
}

export const codeElsewherePage = (style: Style, application: string, code: string): WebAnswer => {
  const { link } = style.texts
  return plainPage(style, {
    title: link.codeTitle,
    body: html`<h1>${link.codeTitle}</h1>
<p>${link.typeThere(application)}</p>
<p class="big">${code}</p>
<p>${link.notYou}</p>`,
  })
}
