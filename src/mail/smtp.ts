// Mail by SMTP, through a small pool of connections.
import { createTransport } from 'nodemailer'
import type { Transport } from './mailer.ts'

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function smtp(url: string): Transport {
  const transport = createTransport({ url, pool: true, maxConnections: 3, ...timeouts })
  return {
    async send({ to, subject, text, html }, from) {
      // An address as an object is taken as it is, never parsed into several.
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
    close: () => transport.close(),
  }
}
