// Proves the API of webhook targets: what can be set, who sees what, limits, secrets, and the types of events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { eachCrm, type Json, type Person, startCrm } from '../support/crm.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { webhookCalls } from '../support/webhooks.ts'

const url = 'https://example.com/hook'

eachCrm(
  'webhook targets',
  crm => {
    const { call, ok, target, numbered } = webhookCalls(crm)
    const refused = async (method: string, path: string, body: object, status = 400) => {
      const answer = await call(method, path, body)
      assert.equal(answer.status, status, JSON.stringify(answer))
      assert.equal(answer.body.Code, -1)
      return answer.body.Errors as { ErrorCode: number; Path: string; Message: string }[]
    }

    test('a target is created, read, changed, listed and deleted', async () => {
      const { id, secret, ...made } = await target({ url, entities: ['abentry'], operations: ['updated'] })
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.deepEqual(made, {
        url,
        description: null,
        entities: ['AbEntry'],
        operations: ['updated'],
        filter: null,
        payload: 'changes',
        order: 'record',
        enabled: true,
        owner: 'MASTER',
        status: 'active',
      })
      assert.deepEqual(await ok('GET', `targets/${id}`), { id, ...made })
      const changed = await ok('PATCH', `targets/${id}`, { payload: 'thin', enabled: false, description: 'Ours' })
      assert.deepEqual(changed, { id, ...made, payload: 'thin', enabled: false, description: 'Ours', status: 'paused' })
      assert.ok((await ok('GET', 'targets')).targets.some((one: { id: string }) => one.id === id))
      await ok('DELETE', `targets/${id}`)
      assert.equal((await call('GET', `targets/${id}`)).status, 404)
      assert.equal((await call('DELETE', `targets/${id}`)).status, 404)
    })

    test('all problems are reported together, each with its path', async () => {
      const problems = await refused('POST', 'targets', {
        url: 'http://169.254.169.254/latest',
        entities: ['AbEntri'],
        payload: 'everything',
        order: 1,
        enabled: 'yes',
        filters: {},
      })
      const paths = problems.map(({ Path }) => Path)
      assert.deepEqual(paths.toSorted(), ['enabled', 'entities[0]', 'filters', 'order', 'payload', 'url'])
      const message = (path: string) => problems.find(({ Path }) => Path === path)?.Message ?? ''
      assert.match(message('entities[0]'), /Did you mean "?AbEntry/)
      assert.match(message('url'), /not a public one/)
      assert.equal((await refused('POST', 'targets', {}))[0]?.Path, 'url')
      for (const bad of [
        'ftp://example.com',
        'http://user:pw@example.com',
        'example.com',
        `https://${'a'.repeat(3000)}.de`,
      ]) {
        assert.equal((await refused('POST', 'targets', { url: bad }))[0]?.Path, 'url', bad)
      }
      assert.equal((await call('POST', 'targets', [])).status, 400)
    })

    test('a filter is checked against the entities that it is for', async () => {
      const entities = ['AbEntry']
      const bad = async (filter: object) => (await refused('POST', 'targets', { url, entities, filter }))[0]
      assert.match((await bad({ CompanyNam: 'x' }))?.Message ?? '', /CompanyName/)
      assert.equal((await bad({ LastContactDate: { $GT: 'never' } }))?.Path, 'filter.LastContactDate.$GT')
      assert.match((await bad({ '$CHANGED(Nothing)': true }))?.Message ?? '', /no field Nothing/)
      assert.match((await bad({ 'AccountManager/Email': 'x' }))?.Message ?? '', /AccountManager/)
      assert.match((await bad({ $PHRASE: 'x' }))?.Message ?? '', /cannot be used/)
      assert.match((await bad({ '$CHANGED(Type)': 7 }))?.Message ?? '', /true or false/)
      const [needed] = await refused('POST', 'targets', { url, filter: { CompanyName: 'x' } })
      assert.equal(needed?.Path, 'entities')
      const filter = { $OR: [{ 'Original/CompanyName': { $LIKE: 'A%' } }, { '$CHANGED(Address)': true }] }
      const { id } = await target({ url, entities, filter })
      assert.deepEqual((await ok('GET', `targets/${id}`)).filter, filter)
      await ok('DELETE', `targets/${id}`)
      const [inRead] = await crm().refused('Read', {
        AbEntry: { Criteria: { SearchQuery: { '$CHANGED(Type)': true } } },
      })
      assert.match(inRead?.Message ?? '', /filters of webhooks/)
    })

    test('a target is visible to its owner and to the administrators of its database only', async () => {
      const { user } = crm()
      const { id } = await target({ url }, user)
      assert.equal((await ok('GET', `targets/${id}`)).owner, 'JOE')
      const own = await target({ url })
      assert.equal((await call('GET', `targets/${own.id}`, undefined, user)).status, 404)
      for (const [method, path] of [
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/replay'],
        ['POST', '/rotate-secret'],
      ] as const) {
        assert.equal((await call(method, `targets/${own.id}${path}`, {}, user)).status, 404, method + path)
      }
      const listed = (await ok('GET', 'targets', undefined, user)).targets
      assert.deepEqual(
        listed.map((one: { id: string }) => one.id),
        [id],
      )
      const other = await crm().addDatabase('other')
      const stranger = await crm().addPerson('STRANGER', { Admin: true }, other)
      assert.equal((await call('GET', `targets/${own.id}`, undefined, stranger)).status, 404)
      await ok('DELETE', `targets/${id}`)
      await ok('DELETE', `targets/${own.id}`)
    })

    test('reading takes data.readonly, writing takes data, and a wrong token is refused', async () => {
      const made = await crm().ok('Create', {
        PersonalAccessToken: { Data: { Name: 'reader', Scope: 'data.readonly' } },
      })
      const reader = { ...crm().admin, token: made.PersonalAccessToken.Data.Token }
      assert.equal((await call('GET', 'targets', undefined, reader)).status, 200)
      assert.equal((await call('GET', 'event-types', undefined, reader)).status, 200)
      assert.equal((await call('POST', 'targets', { url }, reader)).status, 403)
      assert.equal((await call('GET', 'targets', undefined, { ...reader, token: 'x' })).status, 401)
    })

    test('a user has at most 20 targets and a database 100, also when they are created at once', async () => {
      for (const { id } of (await ok('GET', 'targets')).targets) await ok('DELETE', `targets/${id}`)
      const create = async (as: Person): ReturnType<typeof call> => {
        const answer = await call('POST', 'targets', { url, enabled: false }, as)
        // A busy machine refuses some of these requests.
        return answer.status === 503 ? create(as) : answer
      }
      const people = [crm().admin, crm().user]
      for (const uid of ['T3', 'T4', 'T5', 'T6']) people.push(await crm().addPerson(uid))
      const answers = await Promise.all(people.slice(0, 2).flatMap(as => Array.from({ length: 22 }, () => create(as))))
      assert.equal(answers.filter(({ status }) => status === 201).length, 40)
      const refusals = answers.filter(({ status }) => status === 422)
      assert.equal(refusals.length, 4)
      assert.ok(refusals.every(({ body }) => body.Msg[0] === 'A user has at most 20 targets.'))
      const others = await Promise.all(people.slice(2).flatMap(as => Array.from({ length: 16 }, () => create(as))))
      assert.equal(others.filter(({ status }) => status === 201).length, 60)
      assert.equal(
        others.filter(({ status, body }) => status === 422 && /database has at most 100/.test(body.Msg[0])).length,
        4,
      )
      for (const { id } of (await ok('GET', 'targets')).targets) await ok('DELETE', `targets/${id}`)
    })

    test('an unknown path is answered in the form of the envelope', async () => {
      for (const path of ['target', 'targets/x/unknown', '', 'events/1']) {
        const { status, body } = await call('GET', path)
        assert.deepEqual([status, body.Code, body.Errors.length], [404, -1, 1], path)
      }
      assert.match((await call('GET', 'event-type')).body.Msg[0], /event-types/)
    })

    test('a refusal of http names the setting that allows it', async () => {
      const plain = await startCrm({ engine: crm().engine })
      const calls = webhookCalls(() => plain)
      const { body } = await calls.call('POST', 'targets', { url: 'http://127.0.0.1:3000/' })
      assert.match(body.Msg[0], /outbound-http/)
      await plain.close()
    })

    test('secrets are sealed in the store and never shown again', async () => {
      const { id, secret } = await target({ url })
      assert.ok(!JSON.stringify(await ok('GET', `targets/${id}`)).includes('whsec_'))
      assert.ok(!JSON.stringify(await ok('GET', 'targets')).includes('whsec_'))
      const { store } = crm().server
      const rows = await store.rows({ sql: 'SELECT * FROM webhook_target', params: [] })
      assert.ok(rows.length > 0)
      const bare = secret.slice('whsec_'.length)
      assert.ok(!JSON.stringify(rows).includes(bare))
      assert.match(
        (await refused('POST', `targets/${id}/rotate-secret`, { overlapHours: -1 }))[0]?.Path ?? '',
        /overlap/,
      )
      const rotated = await ok('POST', `targets/${id}/rotate-secret`, {})
      assert.notEqual(rotated.secret, secret)
      await ok('DELETE', `targets/${id}`)
    })

    test('every type of event has a schema, and an example that the schema accepts', async () => {
      const key = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Example Ltd' })
      await numbered()
      const { eventTypes } = await ok('GET', 'event-types')
      const names = eventTypes.map(({ type }: { type: string }) => type)
      for (const type of [
        'abentry.created',
        'abentry.deleted',
        'abentry.restored',
        'opportunity.updated',
        'schema.updated',
      ])
        assert.ok(names.includes(type), type)
      assert.ok(!names.includes('history.created'))
      const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
      for (const { type, schema, example } of eventTypes as Json[]) {
        const valid = ajv.compile(schema)
        assert.ok(valid(example), `${type}: ${JSON.stringify(valid.errors)}`)
        assert.ok(!valid(Object.assign({}, example, { type: 'other' })))
      }
      const created = eventTypes.find(({ type }: { type: string }) => type === 'abentry.created').example
      assert.equal(created.data.key, key)
      assert.equal(created.data.record.CompanyName, 'Example Ltd')
      assert.equal(created.data.original, null)
    })

    test('a test sends a signed example at once and returns the answer of the receiver', async () => {
      const receiver = await startReceiver()
      receiver.reply = () => ({ status: 202, body: 'thank you' })
      const { id } = await target({ url: receiver.url, entities: ['Note'] })
      const done = await ok('POST', `targets/${id}/test`, { type: 'opportunity.updated' })
      assert.equal(done.outcome, 'delivered')
      assert.equal(done.status, 202)
      assert.equal(done.response, 'thank you')
      const [received] = await receiver.has(1)
      assert.equal(received?.event.type, 'opportunity.updated')
      assert.equal(received?.event.test, true)
      assert.equal(received?.event.data.version, 0)
      assert.equal((await call('POST', `targets/${id}/test`, { type: 'nothing.made' })).status, 400)
      const { deliveries, next } = await ok('GET', `targets/${id}/deliveries`)
      assert.equal(deliveries[0].id, done.id)
      assert.equal(next, null)
      assert.equal((await call('GET', `targets/${id}/deliveries?limit=0`)).status, 400)
      // An example of a real event has a key and a version of no record, so that no receiver mistakes it for news.
      const key = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Real Ltd' })
      await numbered()
      await ok('POST', `targets/${id}/test`, { type: 'abentry.created' })
      const [, second] = await receiver.has(2)
      const data = second?.event.data
      assert.equal(data.record.CompanyName, 'Real Ltd')
      assert.notEqual(data.key, key)
      assert.deepEqual([data.version, data.record.Key, data.record.Version], [0, data.key, 0])
      receiver.close()
      const failed = await ok('POST', `targets/${id}/test`, {})
      assert.equal(failed.outcome, 'failed')
      assert.match(failed.response, /ECONNREFUSED/)
      await ok('DELETE', `targets/${id}`)
    })
  },
  { settings: receiverNearby },
)
