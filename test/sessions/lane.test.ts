// Tests what the lane of the console does besides data requests: documents, and waiting for events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachAuth } from '../support/auth.ts'
import { arrives, until } from '../support/until.ts'
import { consoleSignIn, cookiesOf } from './console.ts'

const own = { 'x-clientele-console': 'acme', 'sec-fetch-site': 'same-origin' }

eachAuth('the lane', world => {
  test('takes an upload by session alone', async () => {
    const browser = await consoleSignIn(world())
    const send = (headers: Record<string, string>) =>
      fetch(`${world().url}/console/api/BinaryUpload`, { method: 'POST', headers, body: 'a text' })
    const answer = await send({ ...own, cookie: cookiesOf(browser.person) })
    assert.match(await answer.text(), /"BinaryDataId"/)
    assert.equal((await send(own)).status, 401)
    assert.equal((await send({ cookie: cookiesOf(browser.person) })).status, 403)
  })

  test('sample data is added by administrators alone', async () => {
    const browser = await consoleSignIn(world())
    const { body } = await browser.ask('sample-data')
    assert.equal(body.Code, -1)
    assert.match(JSON.stringify(body), /Only an administrator may add sample data/)
  })

  test('waits for events are not in the log of requests', async () => {
    const { server, db } = world()
    const browser = await consoleSignIn(world())
    assert.equal((await browser.get('webhooks/v1/events')).status, 200)
    await browser.ask('Read', { AbEntry: { Scope: { Fields: { Key: 1 } } } })
    const logged = await until(async () => {
      const rows = await server.store.read({ sql: `select operation from request_log where db = ${db}`, params: [] })
      return rows.flat().includes('Read') ? rows.flat() : null
    }, 'The Read in the log of requests')
    assert.ok(!logged.includes('webhook-events'), String(logged))
  })

  test('ends the wait for events when the session ends', async () => {
    const browser = await consoleSignIn(world())
    const begin = await browser.get('webhooks/v1/events')
    const waiting = browser.get(`webhooks/v1/events?after=${encodeURIComponent(begin.body.next)}&wait=60`)
    await new Promise(resolve => setTimeout(resolve, 300))
    await browser.ask('sign-out')
    assert.equal((await arrives(waiting, 'The end of the wait')).status, 401)
  })
})
