// Writes mail as `.eml` files into a folder, so that a first run needs no mail server.
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '../base/log.ts'
import type { Transport } from './mailer.ts'

export function outbox(folder: string, log: Log): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send({ to, subject, text, html }, from) {
      const { message } = await composer.sendMail({ from, to: { name: '', address: to }, subject, text, html })
      // The mails contain sign-in codes, so only the owner may read the folder.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
      const file = join(folder, `${name}.eml`)
      // The file is renamed into place when it is complete, so that a watcher of the folder never reads half a message.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), file)
      log.info('mail written to the outbox', { file: resolve(file) })
    },
    close: () => composer.close(),
  }
}
