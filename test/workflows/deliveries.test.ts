// Tests mails and calls of workflows: what they say and to whom, that they are sent once, tried again, suppressed and logged.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { type Receiver, receiverNearby, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { workflowTools } from '../support/workflows.ts'

const outbox = mkdtempSync(join(tmpdir(), 'clientele-workflow-mails-'))
const clock = manualClock(Date.UTC(2026, 0, 15, 10, 20))
after(() => rmSync(outbox, { recursive: true, force: true }))

interface SentMail {
  readonly head: string
  readonly text: string
  readonly html: string
}

const decoded = (part: string): string => {
  const [head = '', ...rest] = part.split('\n\n')
  const body = rest.join('\n\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function mailsTo(email: string): SentMail[] {
  return readdirSync(outbox)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .map(name => readFileSync(join(outbox, name), 'utf8').replaceAll('\r\n', '\n'))
    .filter(mail => mail.includes(`\nTo: ${email}\n`))
    .map(mail => {
      const [head = ''] = mail.split('\n\n', 1)
      const parts = mail.split(/\n--[^\n]*_NmP[^\n]*\n/).slice(1)
      return { head, text: decoded(parts[0] ?? ''), html: decoded(parts[1] ?? '') }
    })
}

eachCrm(
  'Mails and calls of workflows',
  crm => {
    const { workflow, stage, template, start, complete } = workflowTools(crm)
    let receiver: Receiver
    before(async () => {
      receiver = await startReceiver()
    })
    after(() => receiver.close())

    const person = (data: Json = {}) =>
      crm().create('AbEntry', { Type: 'Individual', FirstName: 'Kim', LastName: 'Vance', ...data })
    const mailTemplate = (data: Json = {}) =>
      crm().create('MailTemplate', {
        Name: 'Thanks',
        Subject: 'Thanks, {{AbEntry/FirstName}}',
        Text: 'Dear {{AbEntry/FirstName|customer}},\n\nthanks for <your> order from {{AbEntry/Address/City|afar}}.',
        ...data,
      })
    const action = (data: Json) => crm().create('WorkflowAction', data)
    const deliveries = async (criteria: Json): Promise<Json[]> => {
      const fields = {
        Key: 1,
        Kind: 1,
        Status: 1,
        Recipient: 1,
        Subject: 1,
        Attempts: 1,
        NextAttempt: 1,
        Response: 1,
        HttpStatus: 1,
      }
      const content = {
        Scope: { Fields: fields },
        Criteria: { SearchQuery: criteria },
        OrderBy: { Fields: [{ Key: 'ASC' }] },
      }
      return (await crm().ok('Read', { WorkflowDelivery: content })).WorkflowDelivery.Data
    }
    const of = (run: string) => deliveries({ WorkflowInstanceKey: { $EQ: run } })
    const finished = (run: string, count = 1) =>
      until(async () => {
        const rows = await of(run)
        return rows.length >= count && rows.every(({ Status }) => Status !== 'Waiting') ? rows : null
      }, 'the deliveries')
    const problems = async (operation: string, body: Json): Promise<[number, string][]> =>
      (await crm().refused(operation, body)).map(({ ErrorCode, Path }) => [ErrorCode, Path])
    /** A workflow of one task, whose completion sends a mail. */
    async function thanking(data: Json = {}, ofTemplate: Json = {}) {
      const key = await workflow({ Name: 'Order' })
      const call = await template(key, 1, 'Call')
      await action({ ParentWorkflowKey: call, Action: 4, MailTemplateKey: await mailTemplate(ofTemplate), ...data })
      return key
    }

    test('a mail has the values of the record, escaped, with a link that suppresses the address', async () => {
      const email = `kim.${crm().engine}@client.example`
      const record = await person({ FirstName: '<b>K&m</b>\r\nBcc: x@y.example', Email: email })
      const key = await thanking({}, { Language: 'de' })
      const run = await start(key, record)
      assert.deepEqual(await of(run), [])
      assert.equal((await complete(run, 'Call')).Code, 0)
      const [row] = await finished(run)
      assert.deepEqual([row.Kind, row.Status, row.Recipient, row.Attempts], ['Mail', 'Sent', email, 1])
      const [mail, ...others] = mailsTo(email)
      assert.ok(mail && others.length === 0)
      assert.match(mail.head, /^Subject: Thanks, <b>K&m<\/b> Bcc: x@y\.example$/m)
      assert.doesNotMatch(mail.head, /^Bcc:/m)
      assert.match(mail.text, /^Dear <b>K&m<\/b> Bcc: x@y\.example,\n\nthanks for <your> order from afar\./)
      assert.ok(
        mail.html.includes('Dear &#60;b&#62;K&#38;m&#60;/b&#62;') && mail.html.includes('&#60;your&#62;'),
        mail.html,
      )
      const link = /<(http[^>]+)>/.exec(mail.head.replace(/\n\s+/g, ''))?.[1] as string
      assert.match(mail.text, /Abbestellen/)
      const page = await fetch(link)
      assert.equal(page.status, 200)
      assert.match(await page.text(), new RegExp(`Keine dieser Mails mehr an ${email}`))
      assert.equal((await fetch(`${link}x`)).status, 404)
      for (const time of [1, 2]) assert.equal((await fetch(link, { method: 'POST' })).status, 200, String(time))
      const content = {
        Scope: { Fields: { Email: 1, Reason: 1 } },
        Criteria: { SearchQuery: { Email: { $EQ: email.toUpperCase() } } },
      }
      const read = async () => (await crm().ok('Read', { MailSuppression: content })).MailSuppression.Data
      assert.deepEqual(await read(), [{ Email: email, Reason: 'Unsubscribed' }])
      const again = await start(key, record)
      await complete(again, 'Call')
      assert.deepEqual(
        (await finished(again)).map(({ Status }) => Status),
        ['Suppressed'],
      )
      assert.equal(mailsTo(email).length, 1)
      assert.deepEqual(await problems('Create', { MailSuppression: { Data: { Email: email } } }), [
        [-4010, 'MailSuppression.Data.Email'],
      ])
    })

    test('a mail goes to whom MailTo names; without an address it fails, and the completion does not', async () => {
      const key = await thanking({ MailTo: 'Creator' })
      const run = await start(key, await person())
      await complete(run, 'Call')
      const [row] = await finished(run)
      assert.deepEqual([row.Status, row.Recipient], ['Sent', 'master@example.com'])
      const none = await start(await thanking(), await person())
      assert.equal((await complete(none, 'Call')).Code, 0)
      const [failed] = await finished(none)
      assert.deepEqual([failed.Status, failed.Response], ['Failed', 'There is no address to send it to.'])
    })

    test('mails at the end of a stage and of the workflow wait for it, and conditions hold', async () => {
      const key = await workflow({ Name: 'Staged', HasStages: true })
      const first = await stage(key, 1)
      await template(first, 1, 'One')
      await template(await stage(key, 2), 1, 'Two')
      const MailTemplateKey = await mailTemplate()
      const mail = { Action: 4, MailTemplateKey, MailTo: 'Creator' }
      await action({ ...mail, ParentWorkflowKey: first })
      await action({ ...mail, ParentWorkflowKey: key })
      await action({ ...mail, ParentWorkflowKey: key, Conditions: { 'AbEntry/LastName': { $EQ: 'Nobody' } } })
      const run = await start(key, await person())
      await complete(run, 'One')
      assert.equal((await finished(run)).length, 1)
      await complete(run, 'Two')
      assert.equal((await finished(run, 2)).length, 2)
    })

    test('a call is signed with its secret, has the fields that it names, and is tried again', async () => {
      const key = await workflow({ Name: 'Notify' })
      const call = await template(key, 1, 'Call')
      const data = {
        ParentWorkflowKey: call,
        Action: 5,
        Url: receiver.url,
        Operations: [{ FieldName: 'AbEntry/Address/City' }],
      }
      const made = (await crm().ok('Create', { WorkflowAction: { Data: data } })).WorkflowAction.Data
      assert.match(made.Secret, /^whsec_/)
      const fails = { left: 1 }
      receiver.reply = () => (fails.left-- > 0 ? { status: 500, body: 'not now' } : { status: 200, body: 'ok' })
      const record = await person({ Address: { City: 'Ottawa' } })
      const run = await start(key, record)
      await complete(run, 'Call')
      const waits = await until(async () => (await of(run)).find(({ HttpStatus }) => HttpStatus === 500), 'the failure')
      assert.deepEqual([waits.Status, waits.Response, waits.Attempts], ['Waiting', 'not now', 1])
      clock.advance(10_000)
      const [row] = await finished(run)
      assert.deepEqual([row.Status, row.Attempts, row.NextAttempt, row.Response], ['Sent', 2, null, 'ok'])
      const [one, two] = receiver.received
      assert.ok(one && two && receiver.received.length === 2)
      assert.equal(one.headers['webhook-id'], two.headers['webhook-id'])
      const { type, data: sent } = two.event
      assert.equal(type, 'workflow.call')
      assert.equal(sent.WorkflowInstanceKey, run)
      assert.deepEqual(sent.AbEntry, { Key: record, DisplayValue: 'Kim Vance', Address: { City: 'Ottawa' } })
      const signed = `${two.headers['webhook-id']}.${two.headers['webhook-timestamp']}.${two.body}`
      const secret = Buffer.from(made.Secret.slice('whsec_'.length), 'base64')
      const signature = createHmac('sha256', secret).update(signed).digest('base64')
      assert.equal(two.headers['webhook-signature'], `v1,${signature}`)
      const content = { Data: { Key: made.Key }, Options: { NewSecret: true } }
      const renewed = (await crm().ok('Update', { WorkflowAction: content })).WorkflowAction.Data
      assert.notEqual(renewed.Secret, made.Secret)
      receiver.reply = () => ({ status: 410 })
      const gone = await start(key, record)
      await complete(gone, 'Call')
      const [ended] = await finished(gone)
      assert.deepEqual([ended.Status, ended.HttpStatus, ended.Attempts], ['Failed', 410, 1])
    })

    test('nothing is sent of a completion that is refused', async () => {
      const key = await thanking({ MailTo: 'Creator' })
      const call = await template(key, 2, 'After')
      await action({
        ParentWorkflowKey: call,
        Action: 3,
        Operations: [{ FieldName: 'AbEntry/Email1', Type: 1, Data: 'no address' }],
      })
      await action({ ParentWorkflowKey: call, Action: 4, MailTemplateKey: await mailTemplate(), MailTo: 'Creator' })
      const run = await start(key, await person())
      await complete(run, 'Call')
      assert.notEqual((await complete(run, 'After')).Code, 0)
      assert.equal((await finished(run)).length, 1)
    })

    test('the dry run says what would be sent, and when', async () => {
      const record = await person({ Email: 'kim@client.example' })
      const key = await thanking()
      const [call] = (
        await crm().ok('Read', {
          WorkflowTaskTemplate: {
            Scope: { Fields: { Key: 1 } },
            Criteria: { SearchQuery: { WorkflowKey: { $EQ: key } } },
          },
        })
      ).WorkflowTaskTemplate.Data
      await crm().ok('Update', { WorkflowTaskTemplate: { Data: { Key: call.Key, DateOffsetValue: 3 } } })
      await template(key, 2, 'Visit', { DateOffsetValue: 7 })
      const data = { Key: key, ParentKey: record }
      const answer = await crm().ok('WorkflowStart', { Workflow: { Data: data, Options: { DryRun: true } } })
      const { Tasks, Outlook } = answer.Workflow.Data
      assert.equal(Tasks.length, 1)
      const shown = Outlook.map(({ Task, EndOf, DateTime, Actions }: Json) => [
        Task?.Subject ?? EndOf,
        DateTime,
        Actions.map(({ Delivery }: Json) => [Delivery.Recipient, Delivery.Subject]),
      ])
      const days = (count: number) => new Date(Date.UTC(2026, 0, 15 + count, 9)).toISOString().replace('.000', '')
      assert.deepEqual(shown, [
        ['Call', days(3), [['kim@client.example', 'Thanks, Kim']]],
        ['Visit', days(10), []],
        [key, days(10), []],
      ])
      assert.deepEqual(await deliveries({ Recipient: { $EQ: 'kim@client.example' } }), [])
    })

    test('templates and actions are checked, and a template shows what it becomes', async () => {
      const bad = { Name: 'Bad', Subject: '{{FirstName}}', Text: '{{AbEntry/Shoe}} {{AbEntry/FirstName}}' }
      assert.deepEqual(await problems('Create', { MailTemplate: { Data: bad } }), [
        [-3004, 'MailTemplate.Data.Subject'],
        [-3004, 'MailTemplate.Data.Text'],
      ])
      const record = await person()
      const Data = {
        Name: 'Fine',
        Subject: 'To {{AbEntry/FullName}}',
        Text: '{{AbEntry/AccountManager|us}}, {{AbEntry/Creator}}',
      }
      const validated = (await crm().ok('Validate', { MailTemplate: { Data, Options: { PreviewKey: record } } }))
        .MailTemplate
      assert.deepEqual(validated.Preview, { Subject: 'To Kim Vance', Text: 'us, Mary Master' })
      const key = await workflow()
      const call = await template(key, 1, 'Call')
      const MailTemplateKey = await mailTemplate({ EntityType: 2, Subject: 'x', Text: '{{Opportunity/Objective}}' })
      const wrong: [Json, string][] = [
        [{ Action: 4 }, 'MailTemplateKey'],
        [{ Action: 4, MailTemplateKey }, 'MailTemplateKey'],
        [{ Action: 4, MailTemplateKey: await mailTemplate(), MailTo: 'everyone' }, 'MailTo'],
        [{ Action: 4, MailTemplateKey: await mailTemplate(), Url: 'https://a.example' }, 'Url'],
        [{ Action: 5 }, 'Url'],
        [{ Action: 5, Url: 'ftp://a.example' }, 'Url'],
        [{ Action: 5, Url: 'https://me:word@a.example' }, 'Url'],
        [{ Action: 5, Url: 'https://a.example', Operations: [{ FieldName: 'AbEntry/Shoe' }] }, 'Operations'],
      ]
      for (const [data, member] of wrong) {
        const [[, path] = []] = await problems('Create', {
          WorkflowAction: { Data: { ParentWorkflowKey: call, ...data } },
        })
        assert.equal(path, `WorkflowAction.Data.${member}`, JSON.stringify(data))
      }
      const used = await mailTemplate()
      await action({ ParentWorkflowKey: call, Action: 4, MailTemplateKey: used })
      assert.deepEqual(await problems('Delete', { MailTemplate: { Data: { Key: used } } }), [
        [-4007, 'MailTemplate.Data.Key'],
      ])
      const denied = await crm().call('Read', { WorkflowDelivery: { Scope: { Fields: { Key: 1 } } } }, crm().user)
      assert.notEqual(denied.Code, 0)
    })
  },
  {
    clock,
    settings: { ...receiverNearby, secretKey: 'a key that all nodes share, of this test', mail: `file:${outbox}` },
  },
)
