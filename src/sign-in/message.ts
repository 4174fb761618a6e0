// Composes the mails: the one with the sign-in code and its link, and those with the link to choose a password.
import type { LinkPurpose } from '../accounts/password-links.ts'
import { type Html, html } from '../base/html.ts'
import type { Mail } from '../mail/transports.ts'
import type { Style } from './pages/layout.ts'

/** The HTML of every mail: a card with its content, a button that opens the link, and a last remark. */
const mailHtml = (
  { look, texts }: Style,
  content: Html,
  button: { label: string; link: string },
  remark: string,
): string =>
  html`<!doctype html>
<html lang="${texts.tag}"><body style="margin:0;padding:24px;background:#fbfaf8;color:#1c2430;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e3e0da;border-radius:12px">
<p style="margin:0 0 20px;font-weight:650">${look.name}</p>
${content}
<p style="margin:0 0 24px"><a href="${button.link}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#0b6e5f;color:#ffffff;text-decoration:none;font-weight:600">${button.label}</a></p>
<p style="margin:0;color:#5a6676;font-size:14px">${remark}</p>
</div></body></html>
`.text

/** Lines of at most 72 letters, so that the text needs no encoding that would break the link in two. */
const wrapped = (text: string): string => text.replace(/(?![^\n]{1,72}$)([^\n]{1,72})\s/g, '$1\n')

export function confirmationMail(style: Style, to: string, code: string, link: string, application: string): Mail {
  const { codeMail } = style.texts
  const content = html`<p style="margin:0 0 4px;color:#5a6676">${codeMail.code}</p>
<p style="margin:0 0 20px;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>
<p style="margin:0 0 20px">${codeMail.type(application)}</p>`
  return {
    to,
    subject: codeMail.subject(code),
    text: `${codeMail.code}\n\n    ${code}\n\n${wrapped(codeMail.type(application))}\n\n${link}\n\n${wrapped(codeMail.once)}\n`,
    html: mailHtml(style, content, { label: codeMail.button, link }, codeMail.once),
  }
}

/** `database` is the name of the database whose user chooses a password. */
export function passwordMail(style: Style, purpose: LinkPurpose, to: string, link: string, database: string): Mail {
  const { subject, text, button, once } = style.texts[purpose === 'reset' ? 'resetMail' : 'invitationMail']
  const content = html`<p style="margin:0 0 20px">${text(database)}</p>`
  return {
    to,
    subject: subject(database),
    text: `${wrapped(text(database))}\n\n${link}\n\n${wrapped(once)}\n`,
    html: mailHtml(style, content, { label: button, link }, once),
  }
}
