// Tests the change feed: pages, tokens, rights, long poll, Server-Sent Events, and what becomes of old tokens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodePosition } from '../../src/webhooks/feed/token.ts'
import { type Crm, eachCrm, type Json, type Person, startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { arrives, pause, until } from '../support/until.ts'

const feedOf = (crm: () => Crm) => {
  const url = (query: string) => `${crm().server.url}/webhooks/v1/events${query === '' ? '' : `?${query}`}`
  const headers = (as: Person) => ({ authorization: `Bearer ${as.token}` })
  const get = async (query: string, as = crm().admin, more: RequestInit = {}) => {
    const response = await fetch(url(query), { headers: headers(as), ...more })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
  }
  const page = async (query: string, as?: Person): Promise<Json> => {
    const { status, body } = await get(query, as)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  /** The token of the end, once the events so far are in the log. */
  const now = async (): Promise<string> => {
    const left = { sql: 'SELECT id FROM event_log WHERE position IS NULL', params: [] }
    await until(async () => (await crm().server.store.rows(left)).length === 0)
    return (await page('after=now')).next
  }
  /** Pages from a token on until `count` events have come. */
  const read = async (after: string, count: number, more = '', as?: Person): Promise<Json[]> => {
    const events: Json[] = []
    let next = after
    await until(async () => {
      const found = await page(`after=${next}${more}`, as)
      events.push(...found.events)
      next = found.next
      return events.length >= count
    })
    return events
  }
  return { url, headers, get, page, now, read }
}

/** Reads the events of a stream until `count` have come, then closes the connection. */
async function streamed(url: string, headers: Record<string, string>, count: number, started = () => {}) {
  const stop = new AbortController()
  const response = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal: stop.signal })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('x-accel-buffering'), 'no')
  const events: { id: string; data: Json }[] = []
  let text = ''
  let lastId = ''
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(bytes).toString()
    const blocks = text.split('\n\n')
    text = blocks.pop() as string
    for (const block of blocks) {
      if (block.startsWith('retry:')) started()
      const id = /^id: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      lastId = id ?? lastId
      if (data !== undefined) events.push({ id: lastId, data: JSON.parse(data) })
    }
    if (events.length >= count) break
  }
  stop.abort()
  return { events, lastId }
}

eachCrm('the change feed', crm => {
  const { url, headers, get, page, now, read } = feedOf(crm)

  test('has records whose Key is that of another record, with the rights of the reader', async () => {
    const before = await now()
    const [entry, campaign] = [
      await crm().create('AbEntry', { CompanyName: 'Subscriber' }),
      await crm().create('Campaign', { Name: 'Spring' }),
    ]
    await crm().create('CampaignSubscriber', { Key: entry, ParentKey: campaign })
    await crm().ok('Delete', { CampaignSubscriber: { Data: { Key: entry, ParentKey: campaign } } })
    for (const reader of [crm().admin, crm().user]) {
      const events = await read(before, 2, '&entity=CampaignSubscriber&payload=full', reader)
      assert.deepEqual(
        events.map(event => [event.type, (event.data.record ?? event.data.original).ParentKey]),
        [
          ['campaignsubscriber.created', campaign],
          ['campaignsubscriber.deleted', campaign],
        ],
      )
    }
  })

  test('has an event for each write with its changes, deletes included', async () => {
    const { ok, create, user } = crm()
    const start = await now()
    const key = await create('AbEntry', { CompanyName: 'Acme' }, user)
    await ok('Update', { AbEntry: { Data: { Key: key, CompanyName: 'Acme 2' } } })
    await ok('Delete', { AbEntry: { Data: { Key: key } } })
    const [created, updated, deleted] = await read(start, 3)
    assert.equal(created.type, 'abentry.created')
    assert.deepEqual([created.database, created.entity], ['acme', 'AbEntry'])
    assert.deepEqual(created.by, { uid: 'JOE', application: null })
    assert.ok(!Number.isNaN(Date.parse(created.timestamp)))
    assert.deepEqual(updated.data, {
      key,
      version: 2,
      operation: 'updated',
      changes: [{ Field: 'CompanyName', Before: 'Acme', After: 'Acme 2' }],
    })
    assert.deepEqual([deleted.type, deleted.data.key, deleted.data.version], ['abentry.deleted', key, 3])
  })

  test('begins at the oldest event without a token, and gives every event once, whatever the size of pages', async () => {
    const readAll = async (limit: number): Promise<string[]> => {
      const ids: string[] = []
      for (let next = ''; ; ) {
        const found = await page(`limit=${limit}${next}`)
        if (found.events.length === 0) return ids
        ids.push(...found.events.map((event: Json) => event.id))
        next = `&after=${found.next}`
      }
    }
    const all = await readAll(500)
    assert.ok(all.length > 10)
    assert.deepEqual(await readAll(7), all)
    assert.equal(new Set(all).size, all.length)
  })

  test('payload=thin leaves changes out, payload=full has the record', async () => {
    const start = await now()
    await crm().create('AbEntry', { CompanyName: 'Payloads' })
    const [thin] = await read(start, 1, '&payload=thin')
    assert.deepEqual(Object.keys(thin.data), ['key', 'version', 'operation'])
    const [full] = await read(start, 1, '&payload=full')
    assert.equal(full.data.record.CompanyName, 'Payloads')
  })

  test('an event of a record that was changed by more than 4 MiB since comes without its data, and each event comes once', async () => {
    const start = await now()
    const entry = await crm().create('AbEntry', { CompanyName: 'Changed much' })
    const Key = await crm().create('Note', { ParentKey: entry, RichText: 'short' })
    const update = (data: Json) => crm().ok('Update', { Note: { Data: { Key, ...data } } })
    await update({ Category: 'First' })
    for (let i = 0; i < 15; i++) await update({ RichText: String(i % 10).repeat(100_000) })
    await update({ RichText: 'short again' })
    await update({ Category: 'Last' })
    const events = await read(start, 19, '&payload=full&entity=note&limit=500')
    assert.deepEqual(
      events.map(event => event.data.version),
      [...events.keys()].map(i => i + 1),
    )
    const [created, first] = events
    assert.deepEqual(
      [created.truncated, first.truncated, Object.keys(first.data)],
      [true, true, ['key', 'version', 'operation']],
    )
    const last = events.at(-1)
    const { record, original } = last.data
    assert.deepEqual([record.Category, original.Category, record.RichText], ['Last', 'First', 'short again'])
    const [only] = await read(start, 1, '&payload=changes&entity=note')
    assert.equal(only.truncated, undefined)
  })

  test('entity narrows the feed, in any letter case, and the token advances all the same', async () => {
    const start = await now()
    const entry = await crm().create('AbEntry', { CompanyName: 'Narrow' })
    await crm().create('Note', { ParentKey: entry, Text: 'About it' })
    assert.deepEqual(
      (await read(start, 1, '&entity=note')).map(event => event.type),
      ['note.created'],
    )
    const nothing = await page(`after=${start}&entity=Lead,Case`)
    assert.deepEqual(nothing.events, [])
    assert.notEqual(nothing.next, start)
    assert.deepEqual((await page(`after=${nothing.next}`)).events, [])
  })

  test('records that the caller may not read are left out, while the token advances', async () => {
    const { create, user, admin } = crm()
    const start = await now()
    await create('AbEntry', {
      CompanyName: 'Hidden',
      SecAccess: { Read: [{ Key: admin.key }], Write: [{ Key: admin.key }] },
    })
    await create('AbEntry', { CompanyName: 'Open' })
    const seen = await read(start, 1, '', user)
    assert.deepEqual(
      seen.map(event => event.data.changes.find((change: Json) => change.Field === 'CompanyName').After),
      ['Open'],
    )
    assert.equal((await read(start, 2)).length, 2)
  })

  test('a long poll is answered by the first event, and without one when its time is over', async () => {
    const start = await now()
    const waiting = get(`after=${start}&wait=30`)
    await crm().create('AbEntry', { CompanyName: 'Awaited' })
    const { body } = await waiting
    assert.equal(body.events[0].type, 'abentry.created')
    const started = performance.now()
    const empty = await page(`after=${body.next}&wait=1`)
    assert.deepEqual([empty.events, empty.next], [[], body.next])
    assert.ok(performance.now() - started > 900)
  })

  test('a stream continues behind Last-Event-ID', async () => {
    const { create, admin } = crm()
    const start = await now()
    const first = await streamed(url(`after=${start}`), headers(admin), 2, async () => {
      for (const CompanyName of ['S1', 'S2']) await create('AbEntry', { CompanyName })
    })
    await create('AbEntry', { CompanyName: 'S3' })
    const more = { ...headers(admin), 'last-event-id': first.lastId }
    const second = await streamed(url(`after=${start}`), more, 1)
    const names = [...first.events, ...second.events].map(
      ({ data }) => data.data.changes.find((change: Json) => change.Field === 'CompanyName').After,
    )
    assert.deepEqual(names, ['S1', 'S2', 'S3'])
  })

  test('all problems of a query are reported together', async () => {
    const { status, body } = await get('limit=0&wait=1000&entity=AbEntri&payload=big&afer=x')
    assert.equal(status, 400)
    assert.deepEqual(body.Errors.map((problem: Json) => problem.Path).sort(), [
      'afer',
      'entity',
      'limit',
      'payload',
      'wait',
    ])
    assert.match(body.Msg.join(), /AbEntry/)
    assert.equal((await get('after=nonsense')).body.Errors[0].ErrorCode, -3009)
  })

  test('a token of another database is refused', async () => {
    const { addDatabase, addPerson } = crm()
    const other = await addPerson('OTTO', {}, await addDatabase('other'))
    const { status, body } = await get(`after=${await now()}`, other)
    assert.deepEqual([status, body.Errors[0].Path], [400, 'after'])
  })

  test('an old token, and one of another timeline, get 410 and the token to continue with', async () => {
    const { database, server } = crm()
    const db = database.id
    const one = async (sql: string) => (await server.store.rows({ sql, params: [] }))[0] as Json
    const { id: timeline, token_key: tokenKey } = await one('select id, token_key from timeline')
    const { end } = await one(`select max(position) as "end" from event_log where db = ${db}`)
    const token = (position: number) => encodePosition({ db, timeline, tokenKey, position })
    assert.equal(await now(), token(Number(end)))
    const beyond = await get(`after=${token(Number(end) + 1)}`)
    assert.deepEqual([beyond.status, beyond.body.resume], [410, token(Number(end))])
    const restored = await get(`after=${encodePosition({ db, timeline: 'before', tokenKey, position: 3 })}`)
    assert.deepEqual([restored.status, restored.body.Errors[0].ErrorCode], [410, -1012])
    assert.equal((await get(`after=${restored.body.resume}`)).status, 200)
    await crm().server.store.write(tx =>
      tx.run({ sql: `delete from event_log where db = ${db} and position < 5`, params: [] }),
    )
    const old = await get(`after=${token(3)}`)
    assert.deepEqual([old.status, old.body.resume], [410, token(4)])
    assert.equal((await page(`after=${old.body.resume}&limit=1`)).next, token(5))
    assert.equal((await page('limit=1')).next, token(5))
  })

  test('data.readonly is enough; without a token it is 401', async () => {
    const { setUp, user } = crm()
    const { Token } = await setUp('PersonalAccessToken', { Name: 'reads', UserKey: user.key, Scope: 'data.readonly' })
    assert.equal((await get('after=now', { ...user, token: Token })).status, 200)
    assert.equal((await get('after=now', { ...user, token: 'none' })).status, 401)
  })

  test('the wait ends with its token', async () => {
    const { ok, setUp, user } = crm()
    const token = await setUp('PersonalAccessToken', { Name: 'short', UserKey: user.key })
    const start = await now()
    const waiting = get(`after=${start}&wait=60`, { ...user, token: token.Token })
    await new Promise(resolve => setTimeout(resolve, 100))
    await ok('Update', { PersonalAccessToken: { Data: { Key: token.Key, Status: 2 } } })
    assert.equal((await waiting).status, 401)
  })

  test('a user can wait twenty times at once, and others still can', async () => {
    const { user, admin } = crm()
    const stop = new AbortController()
    const wait = (seconds: number) => `after=now&wait=${seconds}&entity=Campaign`
    // An event of an earlier test may end a wait; then the client waits again.
    const client = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await get(wait(60), user, { headers: headers(user), signal: stop.signal }).catch(() => null)
        await pause(20)
      }
    }
    const waits = Array.from({ length: 20 }, client)
    const refused = await until(async () => {
      const answer = await get(wait(1), user)
      return answer.status === 429 && answer
    })
    assert.deepEqual([refused.body.Errors[0].ErrorCode, refused.headers.get('retry-after')], [-2004, '5'])
    assert.equal((await get(wait(1), admin)).status, 200)
    stop.abort()
    await Promise.all(waits)
    await until(async () => (await get(wait(1), user)).status === 200)
  })
})

eachMigrated('the change feed of a server that stops', (engine, fresh) => {
  test('answers waiting requests, and ends streams', async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url() })
    const { url, headers, get, now } = feedOf(() => crm)
    const start = await now()
    const waiting = get(`after=${start}&wait=60`)
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
    const stream = streamed(url(`after=${start}`), headers(crm.admin), 1, connect)
    await connected
    await arrives(crm.close(), 'The end of the server')
    const { status, body } = await waiting
    assert.deepEqual([status, body.events, body.next], [200, [], start])
    assert.deepEqual((await stream).events, [])
  })
})
