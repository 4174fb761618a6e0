// Answers the links that end mails about notifications and mails of workflows: a page that asks, and the answer to its button.

import type { Callers } from '../../accounts/caller.ts'
import { databaseById } from '../../accounts/databases.ts'
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { mailTextsOf } from '../../notifications/mail-texts.ts'
import { endMailsOf, recipientOf, type UnsubscribeParts, unsubscribePath } from '../../notifications/unsubscribe.ts'
import { card } from '../../pages/card.ts'
import { htmlType, pagePolicy, pageText } from '../../pages/frame.ts'
import type { Look } from '../../pages/look.ts'
import { deliveryTextsOf } from '../../workflows/deliveries/mail-texts.ts'
import { mailRecipientOf, suppress } from '../../workflows/deliveries/unsubscribe.ts'
import type { Handler, Route, RouteRequest } from '../route.ts'

export interface UnsubscribeRouteParts extends UnsubscribeParts {
  readonly callers: Pick<Callers, 'find'>
  readonly look: Look
}

export function unsubscribeRoutes(parts: UnsubscribeRouteParts): readonly Route[] {
  const path = `${unsubscribePath}/:link`
  const common = { path, auth: 'none', face: 'page', operation: 'unsubscribe', secret: true, bodyLimit: 1_024 } as const
  return [
    { ...common, method: 'GET', body: 'none', handler: asked(parts, false) },
    // The button of the page, and the one of mail programs (RFC 8058).
    { ...common, method: 'POST', body: 'text', handler: asked(parts, true) },
  ]
}

/** What a link ends, and the words of its page. */
interface Ending {
  readonly language: string
  readonly question: string
  readonly explained: string
  readonly unsubscribe: string
  readonly done: string
  readonly again: string
  end(): Promise<void>
}

async function endingOf(parts: UnsubscribeRouteParts, link: string): Promise<Ending | null> {
  const user = recipientOf(parts, link)
  const address = user ? null : mailRecipientOf(parts, link)
  const db = user?.db ?? address?.db
  const database = db === undefined ? null : await databaseById(parts.store, db)
  if (!database) return null
  if (address) {
    const texts = deliveryTextsOf(address.language)
    const question = texts.question(address.email)
    return { ...texts, language: texts.tag, question, end: () => suppress(parts, address, database.name) }
  }
  const person = user && (await parts.callers.find(user.db, user.uid))
  if (!person) return null
  const texts = mailTextsOf(person.culture)
  const words = { ...texts, language: texts.tag, question: texts.question(database.name), explained: texts.stays }
  return { ...words, end: () => endMailsOf(parts, person, database.name) }
}

/** A GET changes nothing: mail programs and scanners follow links ahead. */
const asked =
  (parts: UnsubscribeRouteParts, isSure: boolean): Handler =>
  async (request: RouteRequest) => {
    const { look } = parts
    const ending = await endingOf(parts, request.params.link as string)
    if (!ending) {
      const texts = mailTextsOf('en-US')
      return page(look, texts.tag, texts.unsubscribe, html`<p>${texts.unknown}</p>`, 404)
    }
    const { language, question, explained, unsubscribe, done, again } = ending
    if (!isSure) {
      const form = html`<p>${explained}</p>
<form method="post"><button autofocus>${unsubscribe}</button></form>`
      return page(look, language, question, form)
    }
    await ending.end()
    return page(look, language, done, html`<p>${again}</p>`)
  }

const page = (
  look: Look,
  language: string,
  title: string,
  content: ReturnType<typeof html>,
  status = 200,
): WebAnswer => ({
  status,
  headers: {
    'content-type': htmlType,
    'content-security-policy': pagePolicy("'self'", '', ''),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  },
  body: pageText({ title, look, language, body: card(look, html`<h1>${title}</h1>${content}`) }),
})
