// The whole service over HTTP on both engines: health, readiness, metrics, the first page, and a store that goes away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachMigrated } from '../support/engines.ts'
import { startServer } from '../support/server.ts'

eachMigrated('service', (engine, fresh) => {
  const server = fresh.use(() => startServer({ engine, logged: true, storeUrl: fresh.url() }))
  const get = (path: string) => fetch(server().url + path)

  test('it is alive and ready', async () => {
    assert.deepEqual(await (await get('/healthz')).json(), { status: 'ok' })
    const ready = await get('/readyz')
    assert.equal(ready.status, 200)
    assert.deepEqual(await ready.json(), { status: 'ready' })
  })

  test('metrics tell of requests, the store, the event loop and the process', async () => {
    await fetch(`${server().url}/api/TokenValid`, { method: 'POST', body: `{"Token":"cla_${'x'.repeat(43)}"}` })
    const text = await (await get('/metrics')).text()
    const names = [
      'clientele_request_duration_seconds_bucket{le="+Inf",operation="health",entity="",outcome="ok"}',
      'clientele_store_duration_seconds_count{kind="',
      'clientele_ready 1',
      'clientele_token_lookups_total{result="miss"} 1',
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
    ]
    for (const name of names) assert.ok(text.includes(name), name)
  })

  test('probes that go well stay out of the log', async () => {
    server().logLines.length = 0
    await get('/healthz')
    await get('/nothing-here')
    assert.deepEqual(
      server().logLines.map(line => JSON.parse(line).status),
      [404],
    )
  })

  test('when the store has gone it is alive, but not ready', async () => {
    await server().store.close()
    assert.equal((await get('/healthz')).status, 200)
    const ready = await get('/readyz')
    assert.equal(ready.status, 503)
    assert.equal(ready.headers.get('retry-after'), '5')
    assert.deepEqual(await ready.json(), { status: 'not ready', reason: 'the store cannot be reached' })
  })
})

eachMigrated('metrics with a token', (engine, fresh) => {
  const metricsToken = 'a-token-for-prometheus'
  const server = fresh.use(() => startServer({ engine, settings: { metricsToken }, storeUrl: fresh.url() }))
  const scrape = (headers: Record<string, string>) => fetch(`${server().url}/metrics`, { headers })

  test('are shown to those who have it', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${metricsToken}` }]) {
      const answer = await scrape(headers as Record<string, string>)
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
      assert.doesNotMatch(await answer.text(), /clientele_/)
    }
    const shown = await scrape({ authorization: `Bearer ${metricsToken}` })
    assert.equal(shown.status, 200)
    assert.match(await shown.text(), /clientele_/)
    assert.equal((await fetch(`${server().url}/healthz`)).status, 200)
  })
})
