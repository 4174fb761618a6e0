// Composes the mails: the one with the sign-in code and its link, and those with the link to choose a password.
import type { LinkPurpose } from '../accounts/password-links.ts'
import { type Html, html } from '../base/text/html.ts'
import type { Mail } from '../mail/transports.ts'
import type { Style } from '../pages/sign-in/layout.ts'

/** The HTML of every mail: a card with its content, a button that opens the link, and a last remark. */
const mailHtml = (
  { look, texts }: Style,
  content: Html,
  button: { label: string; link: string },
  remark: string,
): string =>
  html`<!doctype html>
<html lang="${texts.tag}"><body style="margin:0;padding:24px;background:#f5f5f6;color:#1d1e22;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e2e3e6;border-radius:12px">
<p style="margin:0 0 20px;font-weight:650">${look.name}</p>
${content}
<p style="margin:0 0 24px"><a href="${button.link}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#5a56cf;color:#ffffff;text-decoration:none;font-weight:600">${button.label}</a></p>
<p style="margin:0;color:#5d6068;font-size:14px">${remark}</p>
</div></body></html>
`.text

/** Lines of at most 72 letters, so that the text needs no encoding that would break the link in two. */
const wrapped = (text: string): string => text.replace(/(?![^\n]{1,72}$)([^\n]{1,72})\s/g, '$1\n')

export function confirmationMail(style: Style, to: string, code: string, link: string, application: string): Mail {
  const { codeMail } = style.texts
  const content = html`<p style="margin:0 0 4px;color:#5d6068">${codeMail.code}</p>
<p style="margin:0 0 20px;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>
<p style="margin:0 0 20px">${codeMail.type(application)}</p>`
  return {
    to,
    subject: codeMail.subject(code),
    text: `${codeMail.code}\n\n    ${code}\n\n${wrapped(codeMail.type(application))}\n\n${link}\n\n${wrapped(codeMail.once)}\n`,
    html: mailHtml(style, content, { label: codeMail.button, link }, codeMail.once),
  }
}

interface NewDevice {
  readonly email: string
  readonly database: string
  readonly agent: string
  readonly address: string
  readonly at: Date
  /** The page of the console with the sign-ins of the person. */
  readonly link: string
}

export function newDeviceMail(style: Style, { email, database, agent, address, at, link }: NewDevice): Mail {
  const { newDeviceMail: words, tag } = style.texts
  const when = `${at.toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
  const facts = [agent || words.unknown, words.from(address), when]
  return {
    to: email,
    subject: words.subject(database),
    text: `${wrapped(words.text(database))}\n\n${facts.map(fact => `    ${fact}`).join('\n')}\n\n${link}\n\n${wrapped(words.notYou)}\n`,
    html: mailHtml(
      style,
      html`<p style="margin:0 0 12px">${words.text(database)}</p>
<p style="margin:0 0 20px;color:#5d6068">${facts.map(fact => html`${fact}<br>`)}</p>`,
      { label: words.button, link },
      words.notYou,
    ),
  }
}

interface PasswordMail {
  readonly purpose: LinkPurpose
  readonly email: string
  readonly link: string
  /** The name of the database whose user chooses a password. */
  readonly database: string
  /** The name of the person who invites; absent when it was a command of the operator. */
  readonly by?: string | undefined
  /** The user signs in by single sign-on alone. */
  readonly ssoOnly?: boolean
}

export function passwordMail(style: Style, { purpose, email, link, database, by, ssoOnly }: PasswordMail): Mail {
  const { resetMail, invitationMail } = style.texts
  const { subject, button, once } = purpose === 'reset' ? resetMail : invitationMail
  const text =
    purpose === 'reset'
      ? resetMail.text(database)
      : `${by === undefined ? invitationMail.text(database) : invitationMail.by(by, database)} ${ssoOnly ? invitationMail.bySso : invitationMail.choose}`
  const name = ssoOnly ? invitationMail.open : button
  return {
    to: email,
    subject: subject(database),
    text: `${wrapped(text)}\n\n${link}\n\n${wrapped(once)}\n`,
    html: mailHtml(style, html`<p style="margin:0 0 20px">${text}</p>`, { label: name, link }, once),
  }
}
