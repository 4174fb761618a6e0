// Builds the two contents of a page that is a narrow card: a card of any content, and the error.
import { type Html, html } from '../base/text/html.ts'
import type { Look } from './look.ts'

export const card = ({ brand }: Look, content: Html): Html => html`<div class="card">
${brand}
${content}
</div>`

/** Explains why the page cannot be shown. */
export const errorContent = (title: string, messages: readonly string[]): Html =>
  html`<h1>${title}</h1>${messages.map(message => html`<p>${message}</p>`)}`
