// Builds the two contents of a page that is a narrow card: a card of any content, and the error.
import { type Html, html } from '../base/html.ts'
import type { Look } from './look.ts'

export const card = ({ brand }: Look, content: Html): Html => html`<div class="card">
${brand}
${content}
</div>`

/** Says why there is nothing to do here. */
export const errorContent = (title: string, messages: readonly string[]): Html =>
  html`<h1>${title}</h1>${messages.map(message => html`<p>${message}</p>`)}`
