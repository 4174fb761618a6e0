// Sends mail: by SMTP, or as files into the outbox folder where no mail server is configured.
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Log } from '../base/log.ts'
import { outbox } from './outbox.ts'
import { smtp } from './smtp.ts'

export interface Mail {
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A way for mail to leave. */
export interface Transport {
  send(mail: Mail, from: string): Promise<void>
  close(): void
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Costs this process what sending costs it, and sends nothing: for mails whose absence must not be felt. */
  rehearse(mail: Mail): Promise<void>
  close(): void
}

/** A mail server that is busy for a moment is asked again. */
const retryAfterMs = [500, 3000]

/** `address` is the setting mail: `file:DIR` or `smtp://...`. */
export function createMailer(address: string, from: string, log: Log): Mailer {
  const transport = address.startsWith('file:') ? outbox(address.slice('file:'.length), log) : smtp(address)
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async rehearse({ to, ...mail }) {
      await composer.sendMail({ from, to: { name: '', address: to }, ...mail })
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

/** A 5xx reply: asking again would change nothing. */
const isPermanent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Number((error as { responseCode?: number }).responseCode) >= 500

/** Whether a text can be one mail address and nothing more: no second address, header or command hides in it. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text)

/** Headers are made of the address and the subject: neither may end its line, or be more than one. */
function checked(mail: Mail): Mail {
  if (!isMailAddress(mail.to)) throw new Error('A mail was not sent: its recipient is not one address')
  return { ...mail, subject: mail.subject.replace(/\p{Cc}+/gu, ' ').trim() }
}
