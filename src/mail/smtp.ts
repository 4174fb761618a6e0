// Sends mail by SMTP through a small connection pool.
import { createTransport } from 'nodemailer'
import type { Transport } from './mailer.ts'

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function smtp(url: string): Transport {
  const transport = createTransport({ url, pool: true, maxConnections: 3, ...timeouts })
  return {
    async send({ to, subject, text, html }, from) {
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
    close: () => transport.close(),
  }
}
