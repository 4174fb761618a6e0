// Builds the HTML and the plain text of mails: a card with its content, a button that opens a link, and a last remark.
import { type Html, html } from '../base/text/html.ts'

interface MailCard {
  /** The name of the installation. */
  readonly name: string
  /** The tag of the language. */
  readonly language: string
  readonly content: Html
  /** Absent in mails to people who cannot sign in. */
  readonly button?: { readonly label: string; readonly link: string }
  readonly remark: Html | string
}

export const mailHtml = ({ name, language, content, button, remark }: MailCard): string =>
  html`<!doctype html>
<html lang="${language}"><body style="margin:0;padding:24px;background:#f5f5f6;color:#1d1e22;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e2e3e6;border-radius:12px">
<p style="margin:0 0 20px;font-weight:650">${name}</p>
${content}
${button === undefined ? null : html`<p style="margin:0 0 24px"><a href="${button.link}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#5a56cf;color:#ffffff;text-decoration:none;font-weight:600">${button.label}</a></p>`}
<p style="margin:0;color:#5d6068;font-size:14px">${remark}</p>
</div></body></html>
`.text

/** Lines of at most 72 letters, so that the text needs no encoding that would break the link in two. */
export const wrapped = (text: string): string => text.replace(/(?![^\n]{1,72}$)([^\n]{1,72})\s/g, '$1\n')
