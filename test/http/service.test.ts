// The whole service over HTTP on both engines: health, readiness, metrics, the first page, and a store that goes away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachMigrated, engines } from '../support/engines.ts'
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

  test('metrics cover requests, the store, the event loop and the process', async () => {
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

  test('without its store the server is alive, but not ready', async () => {
    await server().store.close()
    assert.equal((await get('/healthz')).status, 200)
    const ready = await get('/readyz')
    assert.equal(ready.status, 503)
    assert.equal(ready.headers.get('retry-after'), '5')
    assert.deepEqual(await ready.json(), { status: 'not ready', reason: 'the store cannot be reached' })
  })
})

// Who may read the metrics does not depend on the store: one engine is enough.
eachMigrated(
  'metrics without a token',
  (engine, fresh) => {
    const settings = { trustedProxy: '127.0.0.1', metricsNetworks: '127.0.0.0/8,::1,198.51.100.0/24' }
    const server = fresh.use(() => startServer({ engine, settings, storeUrl: fresh.url() }))
    const scrape = (from: string) => fetch(`${server().url}/metrics`, { headers: { 'x-forwarded-for': from } })

    test('are shown to this machine and the networks of metrics-networks alone', async () => {
      for (const [from, status] of [
        ['127.0.0.1', 200],
        ['::1', 200],
        ['::ffff:127.0.0.1', 200],
        ['198.51.100.7', 200],
        ['203.0.113.5', 403],
        ['10.0.0.1', 403],
        ['2001:db8::1', 403],
      ] as const) {
        const answer = await scrape(from)
        assert.equal(answer.status, status, from)
        assert.equal((await answer.text()).includes('clientele_'), status === 200)
      }
    })
  },
  engines.slice(0, 1),
)

eachMigrated(
  'metrics with a token',
  (engine, fresh) => {
    const metricsToken = 'a-token-for-prometheus'
    const server = fresh.use(() => startServer({ engine, settings: { metricsToken }, storeUrl: fresh.url() }))
    const scrape = (headers: Record<string, string>) => fetch(`${server().url}/metrics`, { headers })

    test('are answered to requests with the token, and to no other', async () => {
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
  },
  engines.slice(0, 1),
)
