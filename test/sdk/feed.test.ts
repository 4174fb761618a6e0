// Tests how the client package follows the change feed and verifies webhooks, against a real server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { endOfFeed, FeedGap, type FollowOptions, follow } from '../../packages/client/src/feed.ts'
import { connect, personalToken } from '../../packages/client/src/index.ts'
import { BadSignature, verifyWebhook } from '../../packages/client/src/webhooks.ts'
import { eachCrm } from '../support/crm.ts'

eachCrm('the feed of the client package', crm => {
  const client = () => connect({ url: crm().server.url, auth: personalToken(crm().admin.token) })

  test('events come in order, and a run continues where the one before ended', { timeout: 60_000 }, async () => {
    const names = ['First', 'Second', 'Third']
    for (const CompanyName of names) await client().create('AbEntry', { Type: 'Company', CompanyName })
    const seen: string[] = []
    let after: string | null = null
    while (seen.length < names.length) {
      const options: FollowOptions = { after, entities: ['AbEntry'], payload: 'full', limit: 1, wait: 5 }
      for await (const { events, next } of follow(client(), options)) {
        seen.push(...events.map(({ data }) => String(data.record?.CompanyName)))
        after = next
        break
      }
    }
    assert.deepEqual(seen, names)
  })

  test('an event ends the wait for it', { timeout: 60_000 }, async () => {
    const coming = follow(client(), { after: 'now', wait: 30 }).next()
    const { Key } = await client().create('AbEntry', { Type: 'Company', CompanyName: 'Awaited' })
    const { value } = await coming
    assert.equal(value?.events[0]?.data.key, Key)
  })

  test('the end of the feed is a place to follow from', { timeout: 60_000 }, async () => {
    await client().create('AbEntry', { Type: 'Company', CompanyName: 'Before the end' })
    // Its event may get its place a moment later.
    await follow(client(), { after: null, limit: 500, wait: 5 }).next()
    const after = await endOfFeed(client())
    const { Key } = await client().create('AbEntry', { Type: 'Company', CompanyName: 'Behind the end' })
    for await (const { events } of follow(client(), { after, entities: ['AbEntry'] })) {
      assert.equal(events.at(-1)?.data.key, Key)
      return
    }
  })

  test('a feed token of another store is refused with an error that names it', { timeout: 60_000 }, async () => {
    const stale = `nosuchid.${'A'.repeat(60)}`
    const error = await follow(client(), { after: stale })
      .next()
      .catch((e: unknown) => e)
    assert.ok(error instanceof FeedGap || /after/.test(String(error)), String(error))
  })
})

test('a signature of Standard Webhooks is verified, with any of the secrets, and nothing else is', async () => {
  const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
  const body = JSON.stringify({ id: 'evt', type: 'abentry.updated' })
  const at = new Date()
  const signed = (id: string) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt', at, body),
  })
  const other = `whsec_${Buffer.from('another secret altogether').toString('base64')}`
  assert.equal((await verifyWebhook({ headers: signed('evt'), body }, [other, secret])).type, 'abentry.updated')
  assert.equal((await verifyWebhook({ headers: new Headers(signed('evt')), body }, secret)).id, 'evt')
  const asRequest = new Request('http://localhost/', { method: 'POST', headers: signed('evt'), body })
  assert.equal((await verifyWebhook(asRequest, secret)).id, 'evt')
  const asBytes = { headers: signed('evt'), body: new TextEncoder().encode(body) }
  assert.equal((await verifyWebhook(asBytes, secret)).id, 'evt')
  const refused = [
    () => verifyWebhook({ headers: signed('evt'), body: `${body} ` }, secret),
    () => verifyWebhook({ headers: signed('else'), body }, secret),
    () => verifyWebhook({ headers: signed('evt'), body }, other),
    () => verifyWebhook({ headers: {}, body }, secret),
    () => verifyWebhook({ headers: signed('evt'), body }, secret, { now: Date.now() + 600_000 }),
  ]
  for (const verify of refused) await assert.rejects(verify, BadSignature)
})
