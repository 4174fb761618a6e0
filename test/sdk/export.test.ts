// Tests the exports of the client package against a real server: a stream of records, and the place to follow changes from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportAll } from '../../packages/client/src/export.ts'
import { follow } from '../../packages/client/src/feed.ts'
import { connect, personalToken, Refused, TryLater } from '../../packages/client/src/index.ts'
import { eachCrm } from '../support/crm.ts'

eachCrm('exportAll of the client package', crm => {
  const client = (send?: typeof fetch) =>
    connect({ url: crm().server.url, auth: personalToken(crm().admin.token), ...(send ? { fetch: send } : {}) })
  const count = 1_200
  const names = Array.from({ length: count }, (_, i) => `Streamed ${String(i).padStart(4, '0')} é`)
  const where = { CompanyName: { $LIKE: 'Streamed %' } }
  const orderBy = [{ CompanyName: 'ASC' }] as const

  test('gives every record in order by one request, and top limits them', async () => {
    await client().createAll(
      'AbEntry',
      names.map(CompanyName => ({ Type: 'Company' as const, CompanyName, Address: { City: 'Bern' } })),
    )
    let requests = 0
    const counted: typeof fetch = (url, init) => {
      requests++
      return fetch(url, init)
    }
    const fields = { CompanyName: 1, Address: { City: 1 } } as const
    const records = exportAll(client(counted), 'AbEntry', fields, { where, orderBy })
    const found: (string | null)[] = []
    for await (const record of records) {
      assert.equal(record.Address?.City, 'Bern')
      found.push(record.CompanyName)
    }
    assert.deepEqual([found, requests], [names, 1])
    await assert.rejects(records.all(), /once/)
    const top = await exportAll(client(), 'AbEntry', fields, { where, orderBy, top: 3 }).all()
    assert.deepEqual(
      top.map(record => record.CompanyName),
      names.slice(0, 3),
    )
    assert.deepEqual(
      await exportAll(client(), 'AbEntry', { Key: 1 }, { where: { CompanyName: 'Absent Ltd' } }).all(),
      [],
    )
  })

  test('characters and lines are whole wherever the answer is divided', async () => {
    const divided: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      let at = 0
      const body = new ReadableStream({
        pull: stream => {
          if (at >= bytes.length) return stream.close()
          const end = at + 1 + (at % 7)
          stream.enqueue(bytes.subarray(at, end))
          at = end
        },
      })
      return new Response(body, answer)
    }
    const records = await exportAll(client(divided), 'AbEntry', { CompanyName: 1 }, { where, orderBy, top: 20 }).all()
    assert.deepEqual(
      records.map(record => record.CompanyName),
      names.slice(0, 20),
    )
  })

  test('the feed goes on from before the first record', { timeout: 60_000 }, async () => {
    const records = exportAll(client(), 'AbEntry', { Key: 1 }, { where })
    const after = await records.feed()
    const { Key } = await client().create('AbEntry', { Type: 'Company', CompanyName: 'Behind the export' })
    assert.equal((await records.all()).length, count)
    for await (const { events } of follow(client(), { after })) if (events.some(({ data }) => data.key === Key)) return
  })

  test('an iteration that ends early ends the request', async () => {
    let cancelled = false
    const watched: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init)
      const body = new ReadableStream({
        pull: stream => stream.enqueue(new TextEncoder().encode('{"Key":"one"}\n')),
        cancel: reason => {
          cancelled = true
          return answer.body?.cancel(reason)
        },
      })
      return new Response(body, answer)
    }
    for await (const { Key } of exportAll(client(watched), 'AbEntry', { Key: 1 }, { where })) {
      assert.equal(Key, 'one')
      break
    }
    assert.equal(cancelled, true)
  })

  test('an export that breaks off is no whole one; a refusal and an abort say what they are', async () => {
    const part = (end: (stream: ReadableStreamDefaultController) => void): typeof fetch =>
      (async (url, init) => {
        const answer = await fetch(url, init)
        await answer.body?.cancel()
        const body = new ReadableStream({
          start: stream => {
            stream.enqueue(new TextEncoder().encode('{"Key":"one"}\n{"Key":'))
            end(stream)
          },
        })
        return new Response(body, answer)
      }) as typeof fetch
    for (const cut of [part(stream => stream.close()), part(stream => stream.error(new TypeError('terminated')))]) {
      const told = await exportAll(client(cut), 'AbEntry', { Key: 1 }, { where })
        .all()
        .catch((error: unknown) => error)
      assert.ok(told instanceof TryLater, String(told))
      assert.match(told.message, /broke off/)
      assert.match(told.requestId ?? '', /\w/)
    }
    const refused = exportAll(client(), 'AbEntry', { Key: 1 }, { where: { $PHRASE: 7 as unknown as string } })
    await assert.rejects(refused.all(), Refused)
    const controller = new AbortController()
    const aborted = exportAll(client(), 'AbEntry', { Key: 1 }, { where, signal: controller.signal })
    await aborted.feed()
    controller.abort(new Error('enough'))
    await assert.rejects(aborted.all(), /enough/)
  })
})
