// Renders an error page, for failures without a safe redirect or without a known attempt.
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { errorContent } from '../card.ts'
import { plainPage, type Style } from './layout.ts'
import { minutesOf, sentence } from './notice.ts'

/** Facts about the error below its message, each a label and a value. */
type Details = readonly (readonly [string, string])[]

export function errorPage(
  style: Style,
  status: number,
  { title, text }: { readonly title: string; readonly text: string },
  details: Details = [],
): WebAnswer {
  const rows = details.map(([label, value]) => html`<dt>${label}</dt><dd><code>${value}</code></dd>`)
  const more = html`<details><summary>${style.texts.details}</summary><dl>${rows}</dl></details>`
  const body = html`${errorContent(title, [text])}${rows.length === 0 ? null : more}`
  return plainPage(style, { status, title, body })
}

/** HTTP 429 with the time to wait in the text and in Retry-After. */
export function tooManyPage(style: Style, wait: number): WebAnswer {
  const { title } = style.texts.errors.tooMany
  const text = sentence(style.texts, 'tooMany', minutesOf(wait))
  const answer = errorPage(style, 429, { title, text })
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(wait) } }
}

export const endedPage = (style: Style): WebAnswer => errorPage(style, 400, style.texts.errors.ended)
export const forgedPage = (style: Style): WebAnswer => errorPage(style, 403, style.texts.errors.forged)
