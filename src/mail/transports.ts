// Delivers mail: by SMTP through a small connection pool, or as `.eml` files in the outbox folder.
import { randomBytes } from 'node:crypto'
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
}

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
    async send({ to, subject, text, html }, from) {
      transport ??= open()
      // Nodemailer does not parse an address given as an object, so it cannot become several addresses.
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport?.close(),
  }
}

/** Makes a first run possible without a mail server. */
export function outbox(folder: string, log: Log, onMail: (mail: Mail) => void = () => {}): Transport {
  const options = { streamTransport: true, buffer: true, newline: 'unix' } as const
  const composer = onFirstUse(() => nodemailer().createTransport(options))
  let sent = 0
  return {
    async send(mail, from) {
      const { to, subject, text, html } = mail
      // Names sort in the order of sending, also for mails of one millisecond.
      const order = (sent++ % 0x10000).toString(16).padStart(4, '0')
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${order}${randomBytes(4).toString('hex')}`
      const { message } = await composer().sendMail({ from, to: { name: '', address: to }, subject, text, html })
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
