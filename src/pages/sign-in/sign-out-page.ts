// Renders the question whether to sign out of this browser, and the page after that.
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { formPage, plainPage, type Style } from './layout.ts'

export const signOutPage = (style: Style, form: { readonly path: string; readonly csrf: string }): WebAnswer => {
  const { signOut } = style.texts
  return formPage(style, {
    title: signOut.title,
    body: html`<h1>${signOut.title}</h1>
<p>${signOut.text}</p>
<form method="post" action="${form.path}"><input type="hidden" name="csrf" value="${form.csrf}"><button>${signOut.submit}</button></form>`,
  })
}

export const signedOutPage = (style: Style): WebAnswer => {
  const { signOut } = style.texts
  return plainPage(style, {
    title: signOut.doneTitle,
    body: html`<h1>${signOut.doneTitle}</h1>
<p>${signOut.done}</p>`,
  })
}
