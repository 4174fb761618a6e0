// Tests invitations to appointments by mail: REQUEST with a rising SEQUENCE, CANCEL, each once, in the language of each person.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { invitationText } from '../../src/calendar/invite.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { until } from '../support/until.ts'

const outbox = mkdtempSync(join(tmpdir(), 'clientele-invitations-'))
after(() => rmSync(outbox, { recursive: true, force: true }))

/** The iCalendar parts of the mails to an address as lines, with the header of their mail, the oldest first. */
function invitationsTo(email: string): { head: string; lines: string[] }[] {
  const mails = readdirSync(outbox)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .map(name => readFileSync(join(outbox, name), 'utf8').replaceAll('\r\n', '\n'))
  return mails
    .filter(mail => mail.includes(`\nTo: ${email}\n`))
    .map(mail => {
      const [head = ''] = mail.split('\n\n', 1)
      const part = /content-type: text\/calendar[^\n]*(?:\n[^\n]+)*\n\n([\s\S]*?)\n--/i.exec(mail)
      const is64 = /base64/i.test(part?.[0].split('\n\n', 1)[0] ?? '')
      const body = part?.[1] ?? ''
      const text = is64
        ? Buffer.from(body, 'base64').toString()
        : body
            .replace(/=\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      const lines = text.replaceAll('\r\n', '\n').replaceAll('\n ', '').split('\n')
      return { head, lines: lines.map(line => line.trim()).filter(Boolean) }
    })
}

const lineOf = ({ lines }: { lines: string[] }, name: string): string => lines.find(line => line.startsWith(name)) ?? ''

describe('an invitation', () => {
  test('names organizer and attendee so that no name can add a line or a parameter', () => {
    const person = { email: 'ann@example.com', name: 'Ann "A"\r\nX:1; Lee' }
    const facts = { uid: 'a@clientele', sequence: 2, start: 0, end: 60, written: 0, organizer: person }
    const text = invitationText({ ...facts, summary: 'Visit, x', description: '', location: '' }, person, 'REQUEST')
    const lines = text.replaceAll('\r\n ', '').split('\r\n')
    assert.ok(lines.includes('ORGANIZER;CN="Ann  A   X:1; Lee":mailto:ann@example.com'), text)
    assert.ok(lines.includes('SUMMARY:Visit\\, x') && lines.includes('METHOD:REQUEST') && lines.includes('SEQUENCE:2'))
    assert.equal(lines.filter(line => line.startsWith('X:1')).length, 0)
  })
})

eachCrm(
  'invitations to appointments',
  crm => {
    test('go out, change and end with the appointment, to each person once', async () => {
      const { server, user, create, ok } = crm()
      const { port } = new URL(server.url)
      const [own, client] = [`zoe.${port}@example.com`, `kim.${port}@client.example`]
      const zoe = await crm().addPerson('ZOE', { FirstName: 'Zoe', LastName: 'Zimt', Email: own, Culture: 'de-DE' })
      const kim = await create('AbEntry', { Type: 'Individual', LastName: 'Kim', Email: client })
      const start = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000).toISOString().replace('.000Z', 'Z')
      const data: Json = { Subject: 'Visit', StartDate: start, Users: [zoe.key], AbEntries: [kim] }
      const quiet = await create('Appointment', data, user)
      const key = await create('Appointment', { ...data, Subject: 'Planning', SendInvitations: true }, user)
      await until(() => invitationsTo(own).length > 0 && invitationsTo(client).length > 0, 'the invitations')
      const [first] = invitationsTo(own)
      assert.ok(first)
      assert.ok(
        first.lines.includes('METHOD:REQUEST') && first.lines.includes('SUMMARY:Planning'),
        first.lines.join('\n'),
      )
      assert.equal(lineOf(first, 'UID:'), `UID:${key}@clientele`)
      assert.match(lineOf(first, 'ORGANIZER'), /mailto:joe@example\.com$/)
      assert.match(lineOf(first, 'ATTENDEE'), new RegExp(`RSVP=TRUE:mailto:${own}$`))
      assert.match(first.head, /Einladung/)
      assert.match(first.head, /^Reply-To: joe@example\.com/m)
      assert.match(invitationsTo(client)[0]?.head ?? '', /Invitation/)
      assert.equal(lineOf(first, 'SEQUENCE:'), 'SEQUENCE:1')

      // What invitations do not say sends none; a new time does.
      await ok('Update', { Appointment: { Data: { Key: key, Private: true } } }, user)
      const later = start.replace(/T\d\d:/, 'T23:')
      await ok('Update', { Appointment: { Data: { Key: key, StartDate: later } } }, user)
      await until(() => invitationsTo(own).length === 2, 'the change')
      const second = invitationsTo(own)[1]
      assert.ok(second && Number(lineOf(second, 'SEQUENCE:').slice(9)) > 1)
      assert.equal(lineOf(second, 'DTSTART:'), `DTSTART:${later.replace(/[-:]/g, '')}`)

      await ok('Update', { Appointment: { Data: { Key: key, AbEntries: [] } } }, user)
      await until(() => invitationsTo(client).length === 3, 'the end for the client')
      assert.ok(invitationsTo(client)[2]?.lines.includes('METHOD:CANCEL'))
      await ok('Delete', { Appointment: { Data: [{ Key: key }, { Key: quiet }] } }, user)
      await until(() => invitationsTo(own).length === 3, 'the end')
      const [, , last] = invitationsTo(own)
      assert.ok(last?.lines.includes('METHOD:CANCEL') && last.lines.includes('STATUS:CANCELLED'))
      assert.match(last?.head ?? '', /Abgesagt/)
      assert.deepEqual([invitationsTo(own).length, invitationsTo(client).length], [3, 3])
      assert.equal(invitationsTo('joe@example.com').length, 0, 'the organizer knows')
    })
  },
  { settings: { mail: `file:${outbox}` } },
)

/** A mail server that refuses the addresses of one domain for good. */
const accepted: string[] = []
const asked: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    asked.push(address)
    done(address.endsWith('@gone.example') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
  },
  onData: (stream, { envelope }, done) => {
    stream.resume()
    stream.on('end', () => {
      accepted.push(...envelope.rcptTo.map(({ address }) => address))
      done()
    })
  },
})
const listening = smtp.listen(0, '127.0.0.1')
await once(listening, 'listening')
after(() => smtp.close(() => {}))

eachCrm(
  'invitations that the mail server refuses',
  (crm, engine) => {
    test('are not tried again, and keep back none of the others', async () => {
      const { create, ok, user } = crm()
      const entry = (Email: string) => create('AbEntry', { Type: 'Individual', LastName: 'Lee', Email })
      const [gone, there] = [`ann.${engine}@gone.example`, `bob.${engine}@client.example`]
      const [start, end] = ['2100-01-05T10:00Z', '2100-01-05T11:00Z']
      const data = { StartDate: start, EndDate: end, AbEntries: [await entry(gone), await entry(there)] }
      const key = await create('Appointment', { ...data, Subject: 'Visit', SendInvitations: true }, user)
      const count = (list: readonly string[], email: string) => list.filter(one => one === email).length
      await until(() => count(accepted, there) === 1, 'the invitation')
      await ok('Update', { Appointment: { Data: { Key: key, Location: 'Bath' } } }, user)
      await until(() => count(accepted, there) === 2, 'the change')
      await until(() => count(asked, gone) >= 2, 'the second refusal')
      assert.deepEqual([count(asked, gone), count(accepted, gone), count(accepted, there)], [2, 0, 2])
    })
  },
  { settings: { mail: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` } },
)
