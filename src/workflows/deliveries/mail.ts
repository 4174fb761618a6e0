// Builds the mail of a workflow from its row of the outbox: the text, as HTML too, and the line that ends such mails.
import { html } from '../../base/text/html.ts'
import { mailHtml, wrapped } from '../../mail/card.ts'
import type { LinkKey } from '../../mail/signed-link.ts'
import type { Mail } from '../../mail/transports.ts'
import type { Look } from '../../pages/look.ts'
import { deliveryTextsOf } from './mail-texts.ts'
import { linkTo } from './unsubscribe.ts'

export interface MailParts extends LinkKey {
  readonly look: Look
  readonly origin: () => string
}

interface DeliveryMail {
  readonly db: number
  readonly id: string
  readonly email: string
  readonly language: string
  readonly subject: string
  readonly text: string
  /** Epoch seconds at which it was composed. */
  readonly created: number
}

/** The path of the page that ends mails; its other links are those of notifications. */
const unsubscribePath = '/mail/v1/unsubscribe'

export function workflowMail(
  parts: MailParts,
  { db, id, email, language, subject, text, created }: DeliveryMail,
): Mail {
  const texts = deliveryTextsOf(language)
  const { look, origin } = parts
  const link = linkTo(parts, { db, email, language: texts.tag })
  const end = link && `${origin()}${unsubscribePath}/${link}`
  const why = texts.why(look.name)
  const paragraphs = text.split(/\n{2,}/).map(paragraph => paragraph.split('\n'))
  const lines = (all: readonly string[]) => all.map((line, i) => (i === 0 ? html`${line}` : html`<br>${line}`))
  return {
    to: email,
    subject,
    text: `${wrapped(text)}\n\n-- \n${wrapped(why)}\n${end === null ? '' : `${texts.unsubscribe}: ${end}\n`}`,
    html: mailHtml({
      name: look.name,
      language: texts.tag,
      content: html`${paragraphs.map(all => html`<p style="margin:0 0 14px">${lines(all)}</p>`)}`,
      remark: end === null ? why : html`${why} <a href="${end}">${texts.unsubscribe}</a>`,
    }),
    identity: { id: `${db}.${id}`, at: created * 1000 },
    ...(end === null
      ? {}
      : { headers: { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
  }
}
