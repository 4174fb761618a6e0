// Answers the links by which users end the mails about notifications: a page that asks, and the answer to its button.

import type { Callers } from '../../accounts/caller.ts'
import { databaseById } from '../../accounts/databases.ts'
import { html } from '../../base/text/html.ts'
import type { WebAnswer } from '../../base/web.ts'
import { mailTextsOf } from '../../notifications/mail-texts.ts'
import { endMailsOf, recipientOf, type UnsubscribeParts, unsubscribePath } from '../../notifications/unsubscribe.ts'
import { card } from '../../pages/card.ts'
import { htmlType, pagePolicy, pageText } from '../../pages/frame.ts'
import type { Look } from '../../pages/look.ts'
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

/** A GET changes nothing: mail programs and scanners follow links ahead. */
const asked =
  (parts: UnsubscribeRouteParts, isSure: boolean): Handler =>
  async (request: RouteRequest) => {
    const recipient = recipientOf(parts, request.params.link as string)
    const person = recipient && (await parts.callers.find(recipient.db, recipient.uid))
    const database = recipient && (await databaseById(parts.store, recipient.db))
    const texts = mailTextsOf(person?.culture ?? 'en-US')
    if (!person || !database) return page(parts.look, texts.tag, texts.unsubscribe, html`<p>${texts.unknown}</p>`, 404)
    if (!isSure) {
      const form = html`<p>${texts.stays}</p>
<form method="post"><button autofocus>${texts.unsubscribe}</button></form>`
      return page(parts.look, texts.tag, texts.question(database.name), form)
    }
    await endMailsOf(parts, person, database.name)
    return page(parts.look, texts.tag, texts.done, html`<p>${texts.again}</p>`)
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
