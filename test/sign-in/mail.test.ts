// Tests mail by SMTP to a real server, and as files in the outbox.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { systemClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log/log.ts'
import { createMailer, isMailAddress } from '../../src/mail/mailer.ts'
import { cleanUpOutbox } from '../../src/mail/outbox-cleanup.ts'
import { ownLook } from '../../src/pages/look.ts'
import { en } from '../../src/pages/sign-in/texts/en.ts'
import { confirmationMail } from '../../src/sign-in/message.ts'
import { authorizePath, email, startAuth } from '../support/auth.ts'
import { Person } from '../support/person.ts'

interface Received {
  readonly from: string
  readonly to: string[]
  readonly text: string
}

async function smtpServer({ refuseFirst = 0, delayMs = 0 } = {}) {
  const received: Received[] = []
  let refusals = refuseFirst
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.username === 'user' && auth.password === 'pa ss' ? done(null, { user: 'user' }) : done(new Error('no')),
    onData: (stream, session, done) => {
      let text = ''
      stream.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      stream.on('end', () => {
        if (refusals-- > 0) return done(Object.assign(new Error('busy'), { responseCode: 451 }))
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
        setTimeout(() => {
          received.push({ from, to: session.envelope.rcptTo.map(r => r.address), text })
          done()
        }, delayMs)
      })
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = (server.server.address() as AddressInfo).port
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    withLogin: `smtp://user:pa%20ss@127.0.0.1:${port}`,
    close: () => server.close(() => {}),
  }
}

const style = { look: ownLook, texts: en }
const mail = confirmationMail(
  style,
  'ann@example.com',
  '123456',
  'https://crm.example.com/oauth/v1/link/abc',
  'Example App',
)

describe('mail', () => {
  test('the sign-in code travels by SMTP, as text and HTML, with code and link', async () => {
    const smtp = await smtpServer()
    const world = await startAuth('sqlite', { settings: { mail: smtp.url, mailFrom: 'Clientele <crm@example.com>' } })
    try {
      const person = new Person(world.url)
      await person.submit(await person.go(authorizePath(world.app)), '/email', { email })
      await world.server.app.signIn.idle()
      const [sent] = smtp.received
      assert.ok(sent)
      assert.deepEqual([sent.from, sent.to], ['crm@example.com', [email]])
      assert.match(sent.text, /^Subject: \d{6} is your sign-in code\r$/m)
      assert.match(sent.text, /^Content-Type: text\/plain/m)
      assert.match(sent.text, /^Content-Type: text\/html/m)
      const code = /^Subject: (\d{6})/m.exec(sent.text)?.[1] ?? ''
      assert.ok(sent.text.split(code).length >= 4, 'in the subject, the text and the HTML')
      assert.match(sent.text.replace(/=\r\n/g, ''), new RegExp(`${world.url}/oauth/v1/link/[\\w-]{38}`))
    } finally {
      await world.close()
      smtp.close()
    }
  })

  test('the e-mail step does not wait for the mail, so its time does not tell who exists', async () => {
    const smtp = await smtpServer({ delayMs: 1500 })
    const world = await startAuth('sqlite', { settings: { mail: smtp.url } })
    try {
      for (const address of [email, 'nobody@example.com']) {
        const person = new Person(world.url)
        const page = await person.go(authorizePath(world.app))
        const next = await person.submit(page, '/email', { email: address })
        assert.match(next.text, /6-digit code/)
        assert.deepEqual(smtp.received, [], 'the mail is still on its way')
      }
      await world.server.app.signIn.idle()
      assert.deepEqual(
        smtp.received.map(sent => sent.to),
        [[email]],
      )
    } finally {
      await world.close()
      smtp.close()
    }
  })

  test('credentials in the address are used, and wrong ones are an error', async () => {
    const smtp = await smtpServer()
    const good = createMailer(smtp.withLogin, 'a@example.com', silentLog)
    await good.send(mail)
    assert.equal(smtp.received.length, 1)
    good.close()
    const bad = createMailer(smtp.withLogin.replace('pa%20ss', 'wrong'), 'a@example.com', silentLog)
    await assert.rejects(bad.send(mail))
    bad.close()
    smtp.close()
  })

  test('a mail server that is busy for a moment is asked again', async () => {
    const smtp = await smtpServer({ refuseFirst: 1 })
    const mailer = createMailer(smtp.url, 'a@example.com', silentLog)
    await mailer.send(mail)
    assert.equal(smtp.received.length, 1)
    mailer.close()
    smtp.close()
  })

  test('the outbox gets whole .eml files that only their owner can read', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'clientele-mail-')), 'outbox')
    const lines: string[] = []
    const log = { ...silentLog, info: (message: string) => void lines.push(message) }
    const mailer = createMailer(`file:${folder}`, 'a@example.com', log)
    await mailer.send(mail)
    const [name = '', ...others] = readdirSync(folder)
    assert.match(name, /\.eml$/)
    assert.deepEqual(others, [])
    const text = readFileSync(join(folder, name), 'utf8')
    assert.match(text, /^To: ann@example\.com$/m)
    assert.match(text, /https:\/\/crm\.example\.com\/oauth\/v1\/link\/abc/)
    assert.equal(statSync(join(folder, name)).mode & 0o077, 0)
    assert.deepEqual(lines, ['mail written to the outbox'])
  })

  test('neither address nor subject can add headers or recipients', async () => {
    const smtp = await smtpServer()
    const mailer = createMailer(smtp.url, 'a@example.com', silentLog)
    for (const to of ['a@b.c\r\nBcc: x@y.z', 'a@b.c, x@y.z', 'a@b.c;x@y.z', 'A <a@b.c>', '']) {
      await assert.rejects(mailer.send({ ...mail, to }), /not one address/)
    }
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: x@y.z\r\n\r\nBody' })
    const [sent] = smtp.received
    assert.deepEqual(sent?.to, ['ann@example.com'])
    assert.doesNotMatch(sent?.text.split('\r\n\r\n')[0] ?? '', /^Bcc/im)
    mailer.close()
    smtp.close()
  })

  test('what is one mail address', () => {
    for (const good of ['a@b', 'ann.o+tag@example.com', 'josé@exämple.com', "o'hara@example.com"])
      assert.ok(isMailAddress(good))
    for (const bad of [
      '',
      'a',
      '@b',
      'a@',
      'a@b@c',
      'a b@c',
      'a@b c',
      'a@b,c@d',
      '<a@b>',
      'a@b\n',
      `${'x'.repeat(254)}@y`,
    ])
      assert.ok(!isMailAddress(bad), bad)
  })
})

describe('the outbox', () => {
  test('loses its mails after the days that a setting names, and nothing else', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'clientele-outbox-')), 'outbox')
    assert.equal(await cleanUpOutbox(folder, 1, systemClock), 0)
    const mailer = createMailer(`file:${folder}`, 'Clientele <c@example.com>', silentLog)
    for (let i = 0; i < 2; i++)
      await mailer.send(confirmationMail(style, email, '123456', 'https://c.example/l', 'App'))
    mailer.close()
    const [old = '', young] = readdirSync(folder).sort()
    writeFileSync(join(folder, 'notes.eml'), 'not ours')
    const aDayAgo = (systemClock.now() - 86_401_000) / 1000
    for (const name of [old, 'notes.eml']) utimesSync(join(folder, name), aDayAgo, aDayAgo)
    assert.equal(await cleanUpOutbox(folder, 2, systemClock), 0)
    assert.equal(await cleanUpOutbox(folder, 1, systemClock), 1)
    assert.deepEqual(readdirSync(folder).sort(), [young, 'notes.eml'])
  })
})
