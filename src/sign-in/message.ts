// Composes the mails: the one with the sign-in code and its link, and those with the link to choose a password.
import type { LinkPurpose } from '../accounts/password-links.ts'
import { type Html, html } from '../base/html.ts'
import type { Mail } from '../mail/transports.ts'

/** The HTML of every mail: a card with its content, a button that opens the link, and a last remark. */
const mailHtml = (content: Html, button: { label: string; link: string }, remark: string): string =>
  html`<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;background:#fbfaf8;color:#1c2430;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e3e0da;border-radius:12px">
${content}
<p style="margin:0 0 24px"><a href="${button.link}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#0b6e5f;color:#ffffff;text-decoration:none;font-weight:600">${button.label}</a></p>
<p style="margin:0;color:#5a6676;font-size:14px">${remark}</p>
</div></body></html>
`.text

export function confirmationMail(to: string, code: string, link: string, application: string): Mail {
  const text = `Your sign-in code is

    ${code}

Type it into the page where you began to sign in to ${application},
or open this link:

${link}

Both work once, for ten minutes. If you did not try to sign in, ignore this
mail: without it nobody gets any further.
`
  const content = html`<p style="margin:0 0 4px;color:#5a6676">Your sign-in code is</p>
<p style="margin:0 0 20px;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>
<p style="margin:0 0 20px">Type it into the page where you began to sign in to <strong>${application}</strong>, or press the button:</p>`
  const remark =
    'Both work once, for ten minutes. If you did not try to sign in, ignore this mail: without it nobody gets any further.'
  const body = mailHtml(content, { label: 'Continue signing in', link }, remark)
  return { to, subject: `${code} is your sign-in code`, text, html: body }
}

const passwordTexts = {
  invitation: {
    subject: (database: string) => `Your invitation to ${database}`,
    opening: (database: string) => `You can now sign in to ${database} with this e-mail address. Choose your password:`,
    remark: 'The link works once, for seven days.',
  },
  reset: {
    subject: (database: string) => `Choose a new password for ${database}`,
    opening: (database: string) => `Somebody asked for a new password for your account in ${database}. Choose it here:`,
    remark: 'The link works once, for ten minutes. If you did not ask for it, ignore this mail: nothing changes.',
  },
}

/** `database` is the name of the database whose user chooses a password. */
export function passwordMail(purpose: LinkPurpose, to: string, link: string, database: string): Mail {
  const { subject, opening, remark } = passwordTexts[purpose]
  const content = html`<p style="margin:0 0 20px">${opening(database)}</p>`
  return {
    to,
    subject: subject(database),
    text: `${opening(database)}\n\n${link}\n\n${remark}\n`,
    html: mailHtml(content, { label: 'Choose a password', link }, remark),
  }
}
