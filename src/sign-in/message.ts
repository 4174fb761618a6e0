// Composes the mail with the code and the link.
import { html } from '../base/html.ts'
import type { Mail } from '../mail/transports.ts'

export function confirmationMail(to: string, code: string, link: string, application: string): Mail {
  const text = `Your sign-in code is

    ${code}

Type it into the page where you began to sign in to ${application},
or open this link:

${link}

Both work once, for ten minutes. If you did not try to sign in, ignore this
mail: without it nobody gets any further.
`
  const body = html`<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;background:#fbfaf8;color:#1c2430;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e3e0da;border-radius:12px">
<p style="margin:0 0 4px;color:#5a6676">Your sign-in code is</p>
<p style="margin:0 0 20px;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>
<p style="margin:0 0 20px">Type it into the page where you began to sign in to <strong>${application}</strong>, or press the button:</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#0b6e5f;color:#ffffff;text-decoration:none;font-weight:600">Continue signing in</a></p>
<p style="margin:0;color:#5a6676;font-size:14px">Both work once, for ten minutes. If you did not try to sign in, ignore this mail: without it nobody gets any further.</p>
</div></body></html>
`.text
  return { to, subject: `${code} is your sign-in code`, text, html: body }
}
