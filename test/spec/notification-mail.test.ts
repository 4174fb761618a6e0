// Tests mails about notifications: at once and daily, in the language of the user, once among several processes, and their end by a link.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { passMail, wantingMail } from '../../src/notifications/statements.ts'
import { eachCrm, type Json, type Person } from '../support/crm.ts'
import { until } from '../support/until.ts'

const outbox = mkdtempSync(join(tmpdir(), 'clientele-mails-'))

/** A mail with each of its header lines in one. */
const unfolded = (mail: string): string => mail.replace(/:\r?\n? /g, ': ').replace(/\r?\n[ \t]+/g, ' ')

/** The mails to an address, the oldest first. */
const mailsTo = (email: string): string[] =>
  readdirSync(outbox)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .map(name => unfolded(readFileSync(join(outbox, name), 'utf8')))
    .filter(mail => mail.includes(`To: ${email}`))

eachCrm(
  'mails about notifications',
  crm => {
    const wanted = async (uid: string) => {
      const { server, database } = crm()
      const rows = await server.store.rows(wantingMail(server.store.dialect, { db: database.id }))
      return rows.find(({ id }) => id === uid)
    }
    async function choose(person: Person, change: Json): Promise<Json> {
      const response = await fetch(`${crm().server.url}/oauth/v1/profile`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
      return response.json()
    }
    const assign = (Subject: string, Uid: string, more: Json = {}) =>
      crm().create('Case', { AbEntryKey: acme, Subject, AssignedTo: { Uid }, ...more })
    let acme = ''
    /** An address of this server alone. */
    const addressOf = (name: string): string => `${name}.${new URL(crm().server.url).port}@example.com`

    test('come at once, in the language of the user, without what the user may not read, and end by their link', async () => {
      acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
      const email = addressOf('anna')
      const anna = await crm().addPerson('ANNA', { FirstName: 'Anna', LastName: 'Amsel', Email: email })
      await assign('Before', 'ANNA')
      assert.match((await choose(anna, { NotificationMail: 'Weekly' })).Errors[0].Message, /None, AtOnce, Daily/)
      const { Profile } = await choose(anna, { NotificationMail: 'AtOnce', Culture: 'de-DE' })
      assert.equal(Profile.NotificationMail, 'AtOnce')
      await until(async () => typeof (await wanted('ANNA'))?.mailed === 'string', 'the begin of her mails')
      await assign('Kühlung defekt', 'ANNA')
      await until(async () => mailsTo(email).length > 0, 'the mail')
      const [mail = ''] = mailsTo(email)
      assert.match(mail, /^List-Unsubscribe: <http/m)
      assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
      assert.match(mail, /hat Ihnen dies zugewiesen/)
      const link = /^List-Unsubscribe: <(\S+)>/m.exec(mail)?.[1] ?? assert.fail('no link')
      const path = new URL(link).pathname
      const { url } = crm().server
      const forged = await fetch(`${url}${path.slice(0, -2)}xx`)
      assert.equal(forged.status, 404)
      const page = await fetch(url + path)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /<form method="post"><button autofocus>Abbestellen/)
      assert.equal((await wanted('ANNA'))?.notification_mail, 'AtOnce', 'a GET ends nothing')
      const ended = await fetch(url + path, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
      assert.equal(ended.status, 200)
      assert.equal(await wanted('ANNA'), undefined)
      assert.equal(mailsTo(email).length, 1)
    })

    test('come once a day with all that is new, to one process alone', async () => {
      const email = addressOf('bert')
      const bert = await crm().addPerson('BERT', { LastName: 'Bert', Email: email })
      await choose(bert, { NotificationMail: 'Daily' })
      await until(async () => typeof (await wanted('BERT'))?.mailed === 'string', 'the begin of his mails')
      await assign('First', 'BERT')
      await assign('Second', 'BERT')
      const { server, database } = crm()
      const unread = {
        Notification: { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: { Read: false } } },
      }
      const count = async () => (await crm().ok('Read', unread, bert)).Notification.Data[0]['$COUNT()']
      await until(async () => (await count()) === 2, 'both notifications')
      assert.equal(mailsTo(email).length, 0, 'the morning has not come')
      const row = (await wanted('BERT')) ?? assert.fail('no row')
      const { mailed, due } = { mailed: String(row.mailed), due: Number(row.due) }
      const pass = { db: database.id, uid: 'BERT', from: mailed, to: mailed, fromDue: due, due: 1 }
      const passed = () => server.store.write(tx => tx.run(passMail(server.store.dialect, pass)))
      assert.deepEqual((await Promise.all([passed(), passed()])).sort(), [0, 1], 'one process has the mail')
      await assign('Third', 'MASTER')
      await until(async () => mailsTo(email).length > 0, 'the daily mail')
      const [mail = ''] = mailsTo(email)
      assert.match(mail, /^Subject: 2 notifications: /m)
      assert.equal(mailsTo(email).length, 1)
    })
  },
  { settings: { mail: `file:${outbox}`, secretKey: 'a key that all nodes of this test share, of 43 letters' } },
)
