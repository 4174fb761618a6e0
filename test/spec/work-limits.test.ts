// Tests the limits on work over a caller's text in memory: rules, filters, folding, sanitizing, and the size of the model.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { before, test } from 'node:test'
import { exportFormatNames } from '../../src/export/export.ts'
import { formatNames } from '../../src/import/formats/index.ts'
import { furtherOperationNames, operationNames } from '../../src/operations/index.ts'
import { operatorNames } from '../../src/query/operators/index.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { routesOf } from '../support/routes.ts'
import { webhookCalls } from '../support/webhooks.ts'
import { boundedWork } from '../timing/bounded-work.ts'
import { expensiveRequests } from '../timing/expensive.ts'

const limitExceeded = -1007
const tooLong = -3005

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const text = 'a'.repeat(100_000)
/** Matching compares it again at each character of the text. */
const slow = `%${'a'.repeat(500)}_b0%`

test('each entry of the list of bounded work names a file', () => {
  for (const [name, { place }] of Object.entries(boundedWork)) assert.ok(existsSync(place), `${name}: ${place}`)
})

test('each operator, and each format of files, is measured by npm run budget', () => {
  const requests = expensiveRequests(0.01, 'parent')
  const texts = requests.map(({ name, path = '', body }) => `${name} ${path} ${JSON.stringify(body)}`).join('\n')
  const operands = [...operatorNames, '$AND', '$OR', '$PHRASE', '$NEAR', '$INBOUND', '$OFFSET']
  const formats = formatNames.map(name => `entity=AbEntry&format=${name}`)
  const exports = exportFormatNames.map(name => `export/v1?format=${name}`)
  assert.deepEqual(
    [...operands, ...formats, ...exports].filter(name => !texts.includes(name)),
    [],
  )
})

/** What a route without a body of its own can be sent: the headers, which hold 16 KiB. */
const smallBody = 64 * 1024

eachCrm(
  'work over texts',
  crm => {
    const { call, target } = webhookCalls(crm)
    let parent = ''
    before(async () => {
      parent = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Parent' })
    })
    const define = (name: string, rule: Json, entity = 'AbEntry') =>
      crm().call('Create', {
        Schema: { Data: { Key: `/${entity}/Udf`, Name: name, Type: 'BooleanField', Mandatory: { Rule: rule } } },
      })
    const codesOf = (problems: readonly { ErrorCode: number }[]) => problems.map(({ ErrorCode }) => ErrorCode)

    test('each operation that takes more than 64 KiB is measured by npm run budget', () => {
      const measured = new Set(expensiveRequests(0.01, parent).map(({ operation }) => operation))
      const large = routesOf(crm().server).filter(
        ({ body, bodyLimit = Number.POSITIVE_INFINITY }) => body !== 'none' && bodyLimit > smallBody,
      )
      const names = new Set([...large.map(({ operation }) => operation), ...operationNames, ...furtherOperationNames])
      assert.ok(names.size > 15)
      assert.deepEqual([...names.difference(measured)], [], 'add them to test/timing/operation-work.ts')
    })

    test('a rule that takes too many steps on a record refuses the record and names the limit', async () => {
      const made = await define('Slow', { RichText: { $LIKE: slow } }, 'Note')
      assert.equal(made.Code, 0)
      const note = { Note: { Data: { ParentKey: parent, RichText: text } } }
      for (const operation of ['Validate', 'Create']) {
        const problems = await crm().refused(operation, note, crm().user)
        assert.deepEqual(codesOf(problems), [limitExceeded])
        assert.match(problems[0]?.Message ?? '', /2000000 steps/)
      }
      await crm().ok('Validate', { Note: { Data: { ParentKey: parent, RichText: 'a'.repeat(1_000) } } }, crm().user)
      await crm().ok('Delete', { Schema: { Data: { Key: made.Schema.Data.Key } } })
    })

    test('a rule on a long text is judged, since a search takes linear time', async () => {
      const rule = { $OR: times(10, i => ({ RichText: { $LIKE: `%${'a'.repeat(985)}b${i}%` } })) }
      const made = await define('Linear', rule, 'Note')
      await crm().ok('Validate', { Note: { Data: { ParentKey: parent, RichText: text } } }, crm().user)
      await crm().ok('Delete', { Schema: { Data: { Key: made.Schema.Data.Key } } })
    })

    test('a rule or a filter of more than 20,000 characters is refused when it is made', async () => {
      const long = { $OR: times(25, () => ({ CompanyName: { $LIKE: `%${'a'.repeat(900)}%` } })) }
      assert.deepEqual(codesOf((await define('Long', long)).Errors), [limitExceeded])
      const { status, body } = await call('POST', 'targets', {
        url: 'https://example.com/hook',
        entities: ['AbEntry'],
        filter: long,
      })
      assert.equal(status, 400)
      assert.deepEqual(codesOf(body.Errors), [-3004])
    })

    test('an event that its filter cannot judge holds up no other event', async () => {
      const receiver = await startReceiver()
      await target({
        url: receiver.url,
        entities: ['Note'],
        filter: { $OR: [{ RichText: { $LIKE: slow } }, { RichText: 'short' }] },
      })
      await crm().create('Note', { ParentKey: parent, RichText: text })
      const key = await crm().create('Note', { ParentKey: parent, RichText: 'short' })
      const [first] = await receiver.has(1)
      assert.equal(first?.event.data.key, key)
      receiver.close()
    })

    test('a text that grows too much when it is compared is refused, in records and conditions', async () => {
      const grows = '\ufdfa'.repeat(1_000)
      const problems = await crm().refused('Validate', { Note: { Data: { ParentKey: parent, Text: grows } } })
      assert.deepEqual(codesOf(problems), [tooLong])
      for (const condition of [
        { Text: grows },
        { Text: { $LIKE: `%${grows.slice(0, 900)}%` } },
        { Text: { $IN: [grows] } },
      ]) {
        const refused = await crm().refused('Read', { Note: { Criteria: { SearchQuery: condition } } })
        assert.deepEqual(codesOf(refused), [limitExceeded])
      }
      await crm().ok('Validate', { Note: { Data: { ParentKey: parent, Text: '한글 '.repeat(1_000) } } })
    })

    test('a rich text of more than 16,000 tags and escapes is refused', async () => {
      for (const piece of ['<', '&', '<br>']) {
        const data = { ParentKey: parent, RichText: piece.repeat(16_001) }
        const problems = await crm().refused('Validate', { Note: { Data: data } })
        assert.deepEqual(codesOf(problems), [limitExceeded])
        assert.match(problems[0]?.Message ?? '', /16000 tags/)
      }
    })
  },
  { settings: receiverNearby },
)
