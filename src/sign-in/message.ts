// Composes the mails: the one with the sign-in code and its link, and those with the link to choose a password.
import type { LinkPurpose } from '../accounts/password-links.ts'
import { type Html, html } from '../base/text/html.ts'
import { mailHtml, wrapped } from '../mail/card.ts'
import type { Mail } from '../mail/transports.ts'
import type { Style } from '../pages/sign-in/layout.ts'

const cardOf = (
  { look, texts }: Style,
  content: Html,
  button: { readonly label: string; readonly link: string },
  remark: string,
): string => mailHtml({ name: look.name, language: texts.tag, content, button, remark })

export function confirmationMail(style: Style, to: string, code: string, link: string, application: string): Mail {
  const { codeMail } = style.texts
  const content = html`<p style="margin:0 0 4px;color:#5d6068">${codeMail.code}</p>
<p style="margin:0 0 20px;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>
<p style="margin:0 0 20px">${codeMail.type(application)}</p>`
  return {
    to,
    subject: codeMail.subject(code),
    text: `${codeMail.code}\n\n    ${code}\n\n${wrapped(codeMail.type(application))}\n\n${link}\n\n${wrapped(codeMail.once)}\n`,
    html: cardOf(style, content, { label: codeMail.button, link }, codeMail.once),
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
  const { newDeviceMail: words } = style.texts
  const facts = [agent || words.unknown, words.from(address), whenOf(style, at)]
  return {
    to: email,
    subject: words.subject(database),
    text: `${wrapped(words.text(database))}\n\n${facts.map(fact => `    ${fact}`).join('\n')}\n\n${link}\n\n${wrapped(words.notYou)}\n`,
    html: cardOf(
      style,
      html`<p style="margin:0 0 12px">${words.text(database)}</p>
<p style="margin:0 0 20px;color:#5d6068">${facts.map(fact => html`${fact}<br>`)}</p>`,
      { label: words.button, link },
      words.notYou,
    ),
  }
}

interface FactorReset {
  readonly email: string
  readonly database: string
  /** The name of the administrator. */
  readonly by: string
  readonly at: Date
  /** The page of the console on which the person sets up a factor again. */
  readonly link: string
}

export function factorResetMail(style: Style, { email, database, by, at, link }: FactorReset): Mail {
  const { factorResetMail: words } = style.texts
  const [text, when] = [words.text(by, database), whenOf(style, at)]
  return {
    to: email,
    subject: words.subject(database),
    text: `${wrapped(text)}\n\n    ${when}\n\n${link}\n\n${wrapped(words.notYou)}\n`,
    html: cardOf(
      style,
      html`<p style="margin:0 0 12px">${text}</p>
<p style="margin:0 0 20px;color:#5d6068">${when}</p>`,
      { label: words.button, link },
      words.notYou,
    ),
  }
}

const whenOf = ({ texts: { tag } }: Style, at: Date): string =>
  `${at.toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

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
    html: cardOf(style, html`<p style="margin:0 0 20px">${text}</p>`, { label: name, link }, once),
  }
}
