// Delivers mail: by SMTP through a small connection pool, or as `.eml` files in the outbox folder.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { loadPackage, onFirstUse } from '../base/caches/on-first-use.ts'
import type { Log } from '../base/log/log.ts'

export interface Mail {
  /** Exactly one address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Answers go there. */
  readonly replyTo?: string
  /** Further header lines. */
  readonly headers?: Readonly<Record<string, string>>
  /** A mail that may be sent again after a crash: the same id and time (epoch milliseconds) make it the same message. */
  readonly identity?: { readonly id: string; readonly at: number }
  /** An invitation or its end, as iCalendar with its method (RFC 6047). */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly text: string }
}

/** The mail as nodemailer takes it. An address given as an object is not parsed, so it cannot become several addresses. */
export const composed = ({ to, replyTo, headers, calendar, identity, ...mail }: Mail, from: string) => ({
  ...mail,
  from,
  to: { name: '', address: to },
  ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
  ...(identity === undefined ? {} : { messageId: `<${identity.id}@clientele>` }),
  ...(headers === undefined ? {} : { headers: { ...headers } }),
  ...(calendar === undefined
    ? {}
    : { icalEvent: { method: calendar.method, content: calendar.text, filename: 'invite.ics' } }),
})

/** A way to deliver mail: SMTP or the outbox folder. */
interface Transport {
  send(mail: Mail, from: string): Promise<void>
  close(): void
}

export const nodemailer = onFirstUse(() => loadPackage<typeof import('nodemailer')>('nodemailer'))

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function smtp(url: string): Transport {
  const open = () => nodemailer().createTransport({ url, pool: true, maxConnections: 3, ...timeouts })
  let transport: ReturnType<typeof open> | null = null
  return {
    async send(mail, from) {
      transport ??= open()
      await transport.sendMail({ ...composed(mail, from), disableFileAccess: true, disableUrlAccess: true })
    },
    close: () => transport?.close(),
  }
}

const stamp = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

/** Names sort in the order of sending, also for mails of one millisecond. */
const newName = (sent: number): string =>
  `${stamp(new Date())}-${(sent % 0x10000).toString(16).padStart(4, '0')}${randomBytes(4).toString('hex')}`

/** The second file of the same message takes the place of the first. */
const nameOf = ({ id, at }: NonNullable<Mail['identity']>): string =>
  `${stamp(new Date(at))}-${createHash('sha256').update(id).digest('hex').slice(0, 12)}`

/** Makes a first run possible without a mail server. */
export function outbox(folder: string, log: Log, onMail: (mail: Mail) => void = () => {}): Transport {
  const options = { streamTransport: true, buffer: true, newline: 'unix' } as const
  const composer = onFirstUse(() => nodemailer().createTransport(options))
  let sent = 0
  return {
    async send(mail, from) {
      const name = mail.identity ? nameOf(mail.identity) : newName(sent++)
      const { message } = await composer().sendMail(composed(mail, from))
      // The mails contain sign-in codes, so only the owner may read the folder.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${name}.eml`)
      // The file is renamed into place when it is complete, so that a watcher of the folder never reads half a message.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), file)
      log.info('mail written to the outbox', { file: resolve(file) })
      onMail(mail)
    },
    close: () => {},
  }
}
