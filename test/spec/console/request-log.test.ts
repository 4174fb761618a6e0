// Tests the log of requests: what it has of each, who reads it, and what keeps it small.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Crm, eachCrm, type Json, type Person } from '../../support/crm.ts'
import { processes } from '../../support/formation.ts'
import { until } from '../../support/until.ts'

const fields = {
  Operation: 1,
  Entity: 1,
  Status: 1,
  ErrorCode: 1,
  Codes: 1,
  User: { Uid: 1 },
  Application: 1,
  Route: 1,
}

/** Reads the log until it has as many rows of the criteria. */
const logged = (crm: Crm, query: Json, count: number, Fields: Json = fields): Promise<Json[]> =>
  until(async () => {
    const content = { Scope: { Fields }, Criteria: { SearchQuery: query }, OrderBy: { Fields: [{ Time: 'ASC' }] } }
    const { Data } = (await crm.ok('Read', { RequestLog: content })).RequestLog
    return Data.length >= count ? Data : null
  }, 'The log of requests')

eachCrm('The log of requests', crm => {
  const read = (entity: string, as?: Person) => crm().call('Read', { [entity]: { Scope: { Fields: { Key: 1 } } } }, as)

  test('has each request with its user, its operation and what became of it', async () => {
    await read('Lead', crm().user)
    await crm().call('Create', { Lead: { Data: { Nmae: 1, Phone9: 2, Email: 7 } } }, crm().user)
    await crm().call('Update', { Lead: 7 }, crm().user)
    const headers = { authorization: `Bearer ${crm().user.token}`, 'x-request-id': 'my-own-request' }
    await fetch(`${crm().server.url}/webhooks/v1/targets`, { headers })
    const rows = await logged(crm(), { User: { $EQ: { Uid: 'JOE' } } }, 4)
    const joe = { User: { Uid: 'JOE' }, Application: null }
    const lead = { Entity: 'Lead', Status: 200, ...joe }
    assert.deepEqual(
      rows.slice(0, 3).sort((a, b) => (a.Operation < b.Operation ? -1 : 1)),
      [
        { Operation: 'Create', ErrorCode: -3000, Codes: [-3000, -3003, -4000], Route: '/api/Create', ...lead },
        { Operation: 'Read', ErrorCode: null, Codes: null, Route: '/api/Read', ...lead },
        { Operation: 'Update', ErrorCode: -1001, Codes: [-1001], Route: '/api/Update', ...lead, Entity: null },
      ],
    )
    const [target] = await logged(crm(), { RequestId: { $EQ: 'my-own-request' } }, 1, {
      ...fields,
      Method: 1,
      Skipped: 1,
    })
    assert.deepEqual([target.Route, target.Method, target.Skipped], ['/webhooks/v1/targets', 'GET', 0])
  })

  test('is found by status, code, entity, application and time, in pages', async () => {
    const coded = await logged(crm(), { ErrorCode: { $EQ: -3000 }, Entity: 'Lead', Application: null }, 1)
    assert.deepEqual(
      coded.map(({ Operation }) => Operation),
      ['Create'],
    )
    assert.deepEqual(await logged(crm(), { Status: { $GE: 500 } }, 0), [])
    assert.deepEqual(await logged(crm(), { Application: { $EQ: 'Sync' } }, 0), [])
    assert.deepEqual(await logged(crm(), { Time: { $LT: '2020-01-01' } }, 0), [])
    const content = { Scope: { Fields: { Key: 1 } }, OrderBy: { Fields: [{ Time: 'DESC' }], PageSize: 2 } }
    const { Data, PageKey } = (await crm().ok('Read', { RequestLog: content })).RequestLog
    const next = { ...content, OrderBy: { ...content.OrderBy, PageKey } }
    const second = (await crm().ok('Read', { RequestLog: next })).RequestLog.Data
    assert.equal(new Set([...Data, ...second].map(({ Key }: Json) => Key)).size, 4)
  })

  test('shows its times to the second', async () => {
    const [row] = await logged(crm(), { Entity: 'Lead' }, 1, { Time: { DisplayValue: 1 } })
    assert.match(row.Time.DisplayValue, /:\d\d:\d\d/)
  })

  test('is for administrators, and cannot be written', async () => {
    for (const entity of ['RequestLog', 'RequestCapture']) {
      assert.deepEqual(
        (await read(entity, crm().user)).Errors.map(({ ErrorCode }: Json) => ErrorCode),
        [-2002],
      )
    }
    const capture = await crm().refused('Create', { RequestCapture: { Data: { Key: null } } }, crm().user)
    assert.equal(capture[0]?.ErrorCode, -2002)
    assert.equal((await crm().refused('Delete', { RequestLog: { Data: { Key: 'x' } } }))[0]?.ErrorCode, -1003)
    const { User } = (await crm().ok('GetSessionInfo', {}, crm().user)).Data
    assert.equal(User.Permissions.RequestLog.Read, false)
  })

  test('has bodies without secrets while a capture is on', async () => {
    const bodies = { Body: 1, Answer: 1, BodySize: 1, Operation: 1 }
    const eve = await crm().addPerson('EVE')
    const mine = { Entity: 'PersonalAccessToken', User: { $EQ: { Uid: 'EVE' } } }
    const make = (Name: string) => crm().ok('Create', { PersonalAccessToken: { Data: { Name } } }, eve)
    await make('before')
    const key = await crm().create('RequestCapture', { Until: null })
    const { Until } = await crm().get('RequestCapture', key, { Until: 1 })
    assert.ok(Date.parse(Until) > Date.now() + 3_500_000 && Date.parse(Until) <= Date.now() + 3_601_000)
    let token = ''
    const captured = await until(async () => {
      token = (await make('during')).PersonalAccessToken.Data.Token
      return (await logged(crm(), mine, 1, bodies)).find(row => row.Body !== null) ?? null
    })
    assert.deepEqual(JSON.parse(captured.Body), { PersonalAccessToken: { Data: { Name: 'during' } } })
    assert.equal(captured.BodySize, captured.Body.length)
    const shown = JSON.parse(captured.Answer).PersonalAccessToken.Data.Token
    assert.match(shown, /^clp_\*\*\*/)
    assert.notEqual(shown, token)
    const Data = { Key: eve.key, Password: { Value: 'quite a long secret' } }
    await crm().ok('Update', { User: { Data } })
    const [user] = await logged(crm(), { Entity: 'User', Operation: 'Update' }, 1, bodies)
    assert.equal(JSON.parse(user.Body).User.Data.Password, '***')
    await crm().call('Update', { User: { Data: { Key: eve.key, LastName: 'x'.repeat(40_000) } } })
    const long = await logged(crm(), { BodySize: { $GT: 40_000 } }, 1, bodies)
    assert.equal(long[0].Body, null)
    await crm().ok('Delete', { RequestCapture: { Data: { Key: key } } })
    await until(async () => {
      const before = (await logged(crm(), { Entity: 'Territory' }, 0, bodies)).length
      await read('Territory')
      return (await logged(crm(), { Entity: 'Territory' }, before + 1, bodies)).at(-1).Body === null || null
    })
  })

  test('has no secret of a body that is lenient JSON, and no body of an operation on passwords', async () => {
    const key = await crm().create('RequestCapture', { Until: null })
    const bodies = { Body: 1, Answer: 1, BodySize: 1, Route: 1 }
    const send = async (path: string, body: string, method = 'POST') => {
      const headers = { authorization: `Bearer ${crm().admin.token}` }
      await (await fetch(`${crm().server.url}/${path}`, { method, headers, body })).text()
    }
    const secret = 'correct horse battery'
    const sendAll = async () => {
      await send('api/Update', `{"User": {"Data": {"Key": "${crm().user.key}", /* new */ "Password": "${secret}",}}}`)
      await send('api/Update', `{"User": {"Data": {"Password": "${secret}"`)
      await send('oauth/v1/password', `{"OldPassword": "${secret}", "NewPassword": "${secret}",}`)
      await send('oauth/v1/sso', `{"ClientSecret": "${secret}", // mine\n}`, 'PUT')
      await send('webhooks/v1/targets', `{"url": "https://receiver.example/hook?token=${secret.replaceAll(' ', '')}"}`)
    }
    const rows = await until(async () => {
      await sendAll()
      const found = await logged(crm(), { User: { $EQ: { Uid: 'MASTER' } }, BodySize: { $GT: 30 } }, 5, bodies)
      return found.some(row => row.Body?.includes('receiver.example')) ? found : null
    })
    assert.ok(!JSON.stringify(rows).includes('horse'), JSON.stringify(rows))
    assert.ok(rows.some(row => row.Body?.includes('"Password":"***"')))
    for (const route of ['/oauth/v1/password', '/oauth/v1/sso']) {
      const own = rows.filter(({ Route }) => Route === route)
      assert.ok(own.length > 0)
      for (const { Body, Answer } of own) assert.deepEqual([Body, Answer], [null, null])
    }
    await crm().ok('Delete', { RequestCapture: { Data: { Key: key } } })
  })

  test('a capture takes a token that may write data, as a personal view does not', async () => {
    const reader = await crm().setUp('PersonalAccessToken', {
      Name: 'reader',
      Scope: 'data.readonly webaccess',
      UserKey: crm().admin.key,
    })
    const as = { ...crm().admin, token: reader.Token }
    const capture = await crm().call('Create', { RequestCapture: { Data: { Until: null } } }, as)
    assert.deepEqual(
      capture.Errors.map(({ ErrorCode }: Json) => ErrorCode),
      [-2001],
    )
    await crm().ok('Read', { RequestCapture: { Scope: { Fields: { Key: 1 } } } }, as)
    const view = { Name: 'Mine', Entity: 'AbEntry' }
    assert.notEqual((await crm().call('Create', { View: { Data: view } }, as)).Errors?.[0]?.ErrorCode, -2001)
  })

  test('a capture lasts an hour at most', async () => {
    for (const ms of [-1000, 3_700_000]) {
      const Until = new Date(Date.now() + ms).toISOString()
      const [problem] = await crm().refused('Create', { RequestCapture: { Data: { Until } } })
      assert.deepEqual([problem?.ErrorCode, problem?.Path], [-3004, 'RequestCapture.Data.Until'])
    }
  })
})

eachCrm(
  'A log of few requests',
  crm => {
    before(async () => {
      for (let i = 0; i < 40; i++) await crm().call('GetVersionInfo', {}, crm().user)
    })

    test('has the newest ones', async () => {
      await until(async () => {
        await crm().call('GetVersionInfo', {}, crm().user)
        const rows = await logged(crm(), {}, 0, { Key: 1 })
        return rows.length >= 10 && rows.length <= 30 ? true : null
      }, 'The end of the oldest')
    })
  },
  { settings: { requestLog: 10 } },
)

eachCrm(
  'A database with very many requests',
  crm => {
    test('has some of them, and how many are missing', async () => {
      const began = performance.now()
      const ask = () => crm().call('GetVersionInfo', {}, crm().user)
      for (let i = 0; i < 10 * processes; i++) await Promise.all(Array.from({ length: 50 }, ask))
      // A process says with the next request that it records how many it has skipped; failures are recorded apart.
      const fail = () => crm().refused('Read', { Lead: 7 }, crm().user)
      const failures = processes === 1 ? 1 : 50
      await Promise.all(Array.from({ length: failures }, fail))
      const most = processes * (200 + (performance.now() - began) / 50) + failures
      await logged(crm(), { ErrorCode: { $EQ: -1001 } }, failures, { Key: 1 })
      const rows = await logged(crm(), { User: { $EQ: { Uid: 'JOE' } } }, 200, { Skipped: 1 })
      const skipped = rows.reduce((sum, row) => sum + row.Skipped, 0)
      assert.ok(rows.length <= most, `${rows.length} rows, not more than ${most}`)
      assert.ok(rows.length + skipped >= 500 * processes, `${rows.length} rows and ${skipped} skipped`)
    })
  },
  { settings: { requestLog: 5000 } },
)

eachCrm(
  'A log of no requests',
  crm => {
    test('has none', async () => {
      await crm().call('GetVersionInfo', {})
      await new Promise(resolve => setTimeout(resolve, 1500))
      assert.deepEqual(await logged(crm(), {}, 0), [])
    })
  },
  { settings: { requestLog: 0 } },
)
