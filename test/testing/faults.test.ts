// Tests every fault that a test can ask for: what the client sees, and what the server did.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Application, Clientele, NewFault, TestDatabase } from '../../packages/testing/src/index.ts'
import { oauthPost } from '../support/auth.ts'
import { callApi, eachClientele, newCompany, readEntries } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

eachClientele('faults', crm => {
  /** A database of its own with an application and a pair of tokens, so that tests disturb each other not. */
  const world = async () => {
    const db = await crm().database()
    const app = await crm().application({ database: db.name })
    const pair = await crm().tokens(app, { database: db.name })
    return { db, app, pair }
  }
  const names = async (db: TestDatabase): Promise<string[]> => {
    const { body } = await callApi(crm(), 'Read', readEntries, db.users.BEN?.token ?? '')
    return body.AbEntry.Data.map(({ CompanyName }: { CompanyName: string }) => CompanyName)
  }
  const refresh = (app: Application, token: string) =>
    oauthPost(crm().url, 'token', {
      grant_type: 'refresh_token',
      client_id: app.clientId,
      client_secret: app.clientSecret ?? '',
      refresh_token: token,
    })
  const lastFault = async (where: Pick<Clientele, 'requests'>) =>
    (await where.requests.matching()).findLast(({ faults }) => faults.length > 0)

  for (const status of [429, 503] as const) {
    test(`${status} before execution: Retry-After, and nothing was done`, async () => {
      const { db, pair } = await world()
      await db.faults.add({ on: 'POST /api/Create', do: status, retryAfter: 7 })
      const refused = await callApi(crm(), 'Create', newCompany('Twice'), pair.access_token)
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [status, '7'])
      assert.equal(refused.body.Code, -1)
      assert.deepEqual(await names(db), [])
      assert.equal((await callApi(crm(), 'Create', newCompany('Twice'), pair.access_token)).status, 200)
      assert.deepEqual(await names(db), ['Twice'])
      const [fault] = await db.faults.list()
      assert.deepEqual([fault?.seen, fault?.applied], [2, 1])
    })
  }

  test('3005 before execution: the token endpoint says so, and the refresh token is not used', async () => {
    const { app, pair } = await world()
    await crm().faults.add({ on: 'token', client: app.clientId, do: 3005, times: 2 })
    for (let i = 0; i < 2; i++) {
      const { status, headers, body } = await refresh(app, pair.refresh_token)
      assert.deepEqual([status, body.error, body.error_code], [400, 'temporarily_unavailable', 3005])
      assert.equal(headers.get('retry-after'), '1')
    }
    await crm().clock.advance('5m')
    assert.equal((await refresh(app, pair.refresh_token)).status, 200)
  })

  test('3005 is recorded as not applicable outside the token endpoint', async () => {
    const { db, pair } = await world()
    await db.faults.add({ on: '/api/*', do: 3005 })
    assert.equal((await callApi(crm(), 'Read', readEntries, pair.access_token)).status, 200)
    assert.match((await lastFault(db))?.faults[0]?.inapplicable ?? '', /authorization server alone/)
  })

  test('a refused connection: the client fails, and nothing was done', async () => {
    const { db, pair } = await world()
    await db.faults.add({ on: 'POST /api/Create', do: 'refuse-connection' })
    await assert.rejects(callApi(crm(), 'Create', newCompany('Never'), pair.access_token), TypeError)
    assert.deepEqual(await names(db), [])
    const request = await lastFault(db)
    assert.deepEqual([request?.delivered, request?.status], ['none', null])
  })

  test('a lost answer: the client fails, and all was done', async () => {
    const { db, pair } = await world()
    await db.faults.add({ on: 'POST /api/Create', do: 'lose-answer' })
    const send = () => callApi(crm(), 'Create', newCompany('Once'), pair.access_token, { 'idempotency-key': 'one' })
    await assert.rejects(send(), TypeError)
    assert.deepEqual(await names(db), ['Once'])
    assert.equal((await send()).body.Code, 0)
    assert.deepEqual(await names(db), ['Once'], 'the key makes it one')
    assert.deepEqual([(await lastFault(db))?.delivered, (await lastFault(db))?.status], ['none', 200])
  })

  test('a lost refresh: the same token gives the same pair again', async () => {
    const { app, pair } = await world()
    await crm().faults.add({ on: 'POST /oauth/v1/token', client: app.clientId, do: 'lose-answer' })
    await assert.rejects(refresh(app, pair.refresh_token), TypeError)
    const again = await refresh(app, pair.refresh_token)
    assert.equal(again.status, 200)
    assert.deepEqual((await refresh(app, pair.refresh_token)).body, again.body)
  })

  test('an answer cut in the middle: a status, and a body that ends too early', async () => {
    const { db, pair } = await world()
    await db.faults.add({ on: 'POST /api/Create', do: 'cut-answer' })
    const headers = { authorization: `Bearer ${pair.access_token}` }
    const body = JSON.stringify(newCompany('Half told'))
    const response = await fetch(`${crm().api}/Create`, { method: 'POST', headers, body })
    assert.equal(response.status, 200)
    await assert.rejects(response.text(), TypeError)
    assert.deepEqual(await names(db), ['Half told'])
    assert.equal((await lastFault(db))?.delivered, 'cut')
  })

  test('a late answer: done at once, answered later', async () => {
    const { db, pair } = await world()
    await db.faults.add({ on: 'POST /api/Create', do: 'late-answer', after: '10m' })
    const headers = { authorization: `Bearer ${pair.access_token}` }
    const body = JSON.stringify(newCompany('Late'))
    const client = new AbortController()
    const answer = fetch(`${crm().api}/Create`, { method: 'POST', headers, body, signal: client.signal })
    await until(async () => (await names(db)).includes('Late'), 'The record')
    client.abort()
    await assert.rejects(answer, { name: 'AbortError' })
    await db.faults.add({ on: 'Read', do: 'late-answer', after: '300ms' })
    const asked = performance.now()
    assert.equal((await callApi(crm(), 'Read', readEntries, pair.access_token)).status, 200)
    assert.ok(performance.now() - asked >= 290)
  })

  test('an expired token: 401 on the data API, 3001 on a refresh; the other token of the pair lives', async () => {
    const { db, app, pair } = await world()
    await callApi(crm(), 'Read', readEntries, pair.access_token)
    await db.faults.add({ on: '/api/*', nth: 2, do: 'expire-token' })
    assert.equal((await callApi(crm(), 'Read', readEntries, pair.access_token)).status, 200)
    assert.equal((await callApi(crm(), 'Read', readEntries, pair.access_token)).status, 401)
    const next = await refresh(app, pair.refresh_token)
    assert.equal(next.status, 200)
    await crm().faults.add({ on: 'token', client: app.clientId, do: 'expire-token' })
    assert.equal((await refresh(app, next.body.refresh_token)).body.error_code, 3001)
    assert.equal((await callApi(crm(), 'Read', readEntries, next.body.access_token)).status, 200)
  })

  test('a revoked token: the whole chain has ended', async () => {
    const { db, app, pair } = await world()
    await db.faults.add({ on: '/api/Read', do: 'revoke-token' })
    assert.equal((await callApi(crm(), 'Read', readEntries, pair.access_token)).status, 401)
    assert.equal((await refresh(app, pair.refresh_token)).body.error_code, 4)
  })

  test('a reused token: another client used it first, and the chain ends', async () => {
    const { app, pair } = await world()
    await crm().faults.add({ on: 'POST /oauth/v1/token', client: app.clientId, do: 'reuse-token' })
    assert.equal((await refresh(app, pair.refresh_token)).body.error_code, 4)
    assert.equal((await callApi(crm(), 'Read', readEntries, pair.access_token)).status, 401)
  })

  test('personal tokens expire and are revoked', async () => {
    for (const effect of ['expire-token', 'revoke-token'] as const) {
      const { db } = await world()
      const token = db.users.BEN?.token ?? ''
      assert.equal((await callApi(crm(), 'Read', readEntries, token)).status, 200)
      await db.faults.add({ on: 'Read', do: effect })
      assert.equal((await callApi(crm(), 'Read', readEntries, token)).status, 401)
    }
  })

  test('a record that another user has changed: a version conflict', async () => {
    const { db, pair } = await world()
    const made = await callApi(crm(), 'Create', newCompany('Mine'), pair.access_token)
    const { Key } = made.body.AbEntry.Data
    await db.faults.add({ on: 'Update', do: 'change-record', data: { CompanyName: 'Theirs' } })
    const update = { AbEntry: { Data: { Key, Version: 1, CompanyName: 'Mine again' } } }
    const { body } = await callApi(crm(), 'Update', update, pair.access_token)
    assert.equal(body.Errors?.[0]?.ErrorCode, -4006, JSON.stringify(body))
    assert.deepEqual(await names(db), ['Theirs'])
  })

  test('a state that cannot be changed is noted in the record of the request', async () => {
    const { db, pair } = await world()
    await db.faults.add({ on: 'Read', do: 'change-record', data: { CompanyName: 'x' } })
    assert.equal((await callApi(crm(), 'Read', readEntries, pair.access_token)).status, 200)
    assert.match((await lastFault(db))?.faults[0]?.inapplicable ?? '', /names no record by its Key/)
  })

  test('faults are counted, chosen by entity and by text, drawn by a seed, and removed', async () => {
    const { db, pair } = await world()
    const outcomes = async (fault: NewFault, count: number) => {
      const added = await db.faults.add(fault)
      const seen: number[] = []
      for (let i = 0; i < count; i++) seen.push((await callApi(crm(), 'Read', readEntries, pair.access_token)).status)
      await db.faults.remove(added)
      return seen
    }
    assert.deepEqual(await outcomes({ on: 'Read', nth: 2, times: 2, do: 503 }, 5), [200, 503, 503, 200, 200])
    assert.deepEqual(await outcomes({ on: 'Read', entity: 'Opportunity', times: 'always', do: 503 }, 2), [200, 200])
    assert.deepEqual(await outcomes({ on: '/api/*', entity: 'abentry', do: 503 }, 2), [503, 200])
    assert.deepEqual(await outcomes({ on: 'Read', containing: 'CompanyName', do: 503 }, 2), [503, 200])
    const drawn = () => outcomes({ on: 'Read', times: 'always', chance: 0.5, seed: 7, do: 429 }, 20)
    const [first, second] = [await drawn(), await drawn()]
    assert.deepEqual(first, second)
    assert.ok(first.includes(200) && first.includes(429))
    assert.deepEqual(await db.faults.list(), [])
    await assert.rejects(db.faults.add({ on: 'Read', do: 'explode' as never }), /do is one of 429, 503/)
    await assert.rejects(db.faults.add({ on: 'Update', do: 'change-record' }), /change-record needs data/)
    await assert.rejects(db.faults.add({ on: 'Read', do: 429, nht: 2 } as never), /Did you mean "nth"/)
  })
})
