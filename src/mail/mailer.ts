// Sends mail by SMTP, or writes it to the outbox folder when no mail server is configured.
import { setTimeout as pause } from 'node:timers/promises'
import { onFirstUse } from '../base/caches/on-first-use.ts'
import type { Log } from '../base/log/log.ts'
import { composed, type Mail, nodemailer, outbox, smtp } from './transports.ts'

export interface Mailer {
  send(mail: Mail): Promise<void>
  /**
   * Composes the mail at the same cost and sends nothing, so that response times do not reveal whether a mail was due.
   */
  rehearse(mail: Mail): Promise<void>
  close(): void
}

/** The delays before the retries, for a mail server that is temporarily busy. */
const retryAfterMs = [500, 3000]

/** `address` is the value of the setting `mail`: `file:DIR` or `smtp://...`. `onMail` is called with each mail that is written to a file. */
export function createMailer(address: string, from: string, log: Log, onMail?: (mail: Mail) => void): Mailer {
  const transport = address.startsWith('file:') ? outbox(address.slice('file:'.length), log, onMail) : smtp(address)
  const composer = onFirstUse(() => nodemailer().createTransport({ streamTransport: true, buffer: true }))
  return {
    async rehearse(mail) {
      await composer().sendMail(composed(mail, from))
    },
    async send(mail) {
      const clean = checked(mail)
      for (const wait of retryAfterMs) {
        try {
          return await transport.send(clean, from)
        } catch (error) {
          if (isPermanent(error)) throw error
          await pause(wait)
        }
      }
      await transport.send(clean, from)
    },
    close: () => transport.close(),
  }
}

/** A 5xx reply is final: a retry would fail too. */
const isPermanent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Number((error as { responseCode?: number }).responseCode) >= 500

/** Whether the server refuses this mail for good, and not our sign-in to it. */
export const isRefused = (error: unknown): boolean =>
  isPermanent(error) && ['EENVELOPE', 'EMESSAGE'].includes(String((error as { code?: string }).code))

/** Whether a text is exactly one mail address, without a second address, a header or an SMTP command in it. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text)

/** Address and subject become header lines, so a line break or a second address in them is refused. */
function checked(mail: Mail): Mail {
  if (!isMailAddress(mail.to)) throw new Error('A mail was not sent: its recipient is not one address')
  return { ...mail, subject: mail.subject.replace(/\p{Cc}+/gu, ' ').trim() }
}
