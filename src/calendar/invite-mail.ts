// Writes the mail that brings an invitation to an appointment, its change, or its end.
import { html } from '../base/text/html.ts'
import { mailHtml } from '../mail/card.ts'
import type { Mail } from '../mail/transports.ts'
import type { Look } from '../pages/look.ts'
import type { Invited } from './attendees.ts'
import { type Invitation, invitationText } from './invite.ts'
import { inviteTextsOf } from './invite-texts.ts'

export type InviteKind = 'invites' | 'changes' | 'cancels'

export function inviteMail(look: Look, kind: InviteKind, one: Invited, invitation: Invitation): Mail {
  const texts = inviteTextsOf(one.culture)
  const { organizer, summary, location, description, start, end } = invitation
  const who = organizer.name || organizer.email
  const format = new Intl.DateTimeFormat(one.culture, { dateStyle: 'full', timeStyle: 'short', timeZone: one.timeZone })
  const when = `${format.formatRange(start * 1000, end * 1000)} (${one.timeZone})`
  const said = { invites: texts.invited, changes: texts.changed, cancels: texts.cancelled }[kind](who)
  const facts = [[texts.when, when] as const, ...(location === '' ? [] : [[texts.where, location] as const])]
  const remark = kind === 'cancels' ? '' : texts.answer
  const method = kind === 'cancels' ? 'CANCEL' : 'REQUEST'
  return {
    to: one.email,
    replyTo: organizer.email,
    subject: texts[kind](who, summary),
    text: [said, summary, ...facts.map(([name, value]) => `${name}: ${value}`), description, remark]
      .filter(Boolean)
      .join('\n\n'),
    html: mailHtml({
      name: look.name,
      language: texts.tag,
      content: html`<p style="margin:0 0 14px">${said}</p>
<p style="margin:0 0 14px"><strong>${summary}</strong></p>
${facts.map(([name, value]) => html`<p style="margin:0 0 8px"><span style="color:#5d6068">${name}:</span> ${value}</p>`)}
<p style="margin:0 0 14px;white-space:pre-line">${description}</p>`,
      remark,
    }),
    calendar: { method, text: invitationText(invitation, one, method) },
  }
}
