// Proves what targets are sent: signatures, payloads, filters, rights, order, retries, replays, stops.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { manualClock } from '../../src/base/clock.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { type Received, receiverNearby, startReceiver } from '../support/receiver.ts'
import { pause, until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

const hour = 3_600_000

/** The verifiers accept timestamps of the last minutes only, so the tests that use them run by the real clock. */
eachCrm(
  'webhook deliveries',
  crm => {
    const { call, ok, target, numbered } = webhookCalls(crm)
    const company = (name: string, more: object = {}) =>
      crm().create('AbEntry', { Type: 'Company', CompanyName: name, ...more })
    const update = (key: string, data: object) => crm().ok('Update', { AbEntry: { Data: { Key: key, ...data } } })
    const headersOf = ({ headers }: Received) => headers as Record<string, string>
    const keyOf = ({ event }: Received) => event.data.key as string

    test('the packages standardwebhooks and svix verify what is sent, with both secrets of a rotation', async () => {
      const receiver = await startReceiver()
      const { id, secret } = await target({ url: receiver.url, entities: ['AbEntry'] })
      const key = await company('Signed Ltd')
      const [first] = await receiver.has(1)
      assert.ok(first)
      for (const Verifier of [Webhook, SvixWebhook]) {
        new Verifier(secret).verify(first.body, headersOf(first))
        assert.throws(() => new Verifier(secret).verify(`${first.body} `, headersOf(first)))
      }
      assert.equal(first.headers['webhook-id'], first.event.id)
      assert.equal(first.event.data.key, key)
      const rotated = await ok('POST', `targets/${id}/rotate-secret`)
      await update(key, { CompanyName: 'Signed AG' })
      const [, second] = await receiver.has(2)
      assert.ok(second)
      for (const each of [secret, rotated.secret]) new Webhook(each).verify(second.body, headersOf(second))
      const last = await ok('POST', `targets/${id}/rotate-secret`, { overlapHours: 0 })
      await update(key, { CompanyName: 'Signed SE' })
      const [, , third] = await receiver.has(3)
      assert.ok(third)
      new Webhook(last.secret).verify(third.body, headersOf(third))
      assert.throws(() => new Webhook(secret).verify(third.body, headersOf(third)))
      assert.throws(() => new Webhook(rotated.secret).verify(third.body, headersOf(third)))
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('an event has its members, and as much of the record as the payload says', async () => {
      const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()])
      const payloads = ['full', 'changes', 'thin']
      const targets = await Promise.all(
        receivers.map(({ url }, i) => target({ url, entities: ['AbEntry'], payload: payloads[i] })),
      )
      const key = await company('Before Ltd', { Address: { City: 'Bonn' } })
      await update(key, { CompanyName: 'After Ltd' })
      await crm().ok('Delete', { AbEntry: { Data: { Key: key } } })
      await crm().ok('Restore', { AbEntry: { Data: { Key: key } } })
      const [full = [], changes = [], thin = []] = await Promise.all(receivers.map(one => one.has(4)))
      for (const sent of [full, changes, thin]) {
        assert.deepEqual(
          sent.map(({ event }) => event.type),
          ['abentry.created', 'abentry.updated', 'abentry.deleted', 'abentry.restored'],
        )
        assert.deepEqual(
          sent.map(({ event }) => event.data.version),
          [1, 2, 3, 4],
        )
        assert.ok(sent.every(one => keyOf(one) === key))
      }
      const { id, timestamp, data, ...rest } = full[1]?.event ?? {}
      assert.equal(typeof id, 'string')
      assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000)
      assert.deepEqual(rest, {
        type: 'abentry.updated',
        database: 'acme',
        entity: 'AbEntry',
        by: { uid: 'MASTER', application: null },
      })
      const changed = [{ Field: 'CompanyName', Before: 'Before Ltd', After: 'After Ltd' }]
      assert.deepEqual(data.changes, changed)
      assert.equal(data.original.CompanyName, 'Before Ltd')
      assert.equal(data.original.Address.City, 'Bonn')
      assert.equal(data.original.Version, 1)
      assert.equal(data.record.CompanyName, 'After Ltd')
      assert.equal(data.record.Version, 2)
      assert.equal(full[0]?.event.data.original, null)
      assert.equal(full[0]?.event.data.record.CompanyName, 'Before Ltd')
      assert.equal(full[2]?.event.data.record, null)
      assert.equal(full[2]?.event.data.original.CompanyName, 'After Ltd')
      assert.deepEqual(Object.keys(changes[1]?.event.data), ['key', 'version', 'operation', 'changes'])
      assert.deepEqual(Object.keys(thin[1]?.event.data), ['key', 'version', 'operation'])
      for (const one of targets) await ok('DELETE', `targets/${one.id}`)
      for (const one of receivers) one.close()
    })

    test('entities, operations and the filter decide what is sent', async () => {
      const receiver = await startReceiver()
      const filter = {
        '$CHANGED(CompanyName)': true,
        'Original/CompanyName': { $LIKE: 'old%' },
        CompanyName: { $NE: 'Old stays' },
      }
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'], operations: ['updated'], filter })
      const [one, two] = [await company('Old one'), await company('Old two')]
      await update(one, { Website: 'https://example.com' })
      await update(one, { CompanyName: 'Old stays' })
      await update(one, { CompanyName: 'New one' })
      await update(one, { CompanyName: 'Newer one' })
      await update(two, { CompanyName: 'New two' })
      const sent = await receiver.has(2)
      await pause(300)
      // Events of two records have no order between them.
      assert.deepEqual(sent.map(({ event }) => event.data.changes[0].After).sort(), ['New one', 'New two'])
      assert.equal(receiver.received.length, 2)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('what the owner may not read is not sent, also when the right ends later', async () => {
      const { user, admin } = crm()
      const receiver = await startReceiver()
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'], payload: 'full' }, user)
      const hidden = await company('Hidden Ltd', { SecAccess: { Read: [admin.key] } })
      const shown = await company('Shown Ltd')
      // Events are judged in their order, by the rights of that moment.
      await receiver.has(1, one => keyOf(one) === shown)
      await update(shown, { SecAccess: { Read: [admin.key] }, CompanyName: 'Closed Ltd' })
      await update(shown, { CompanyName: 'Secret Ltd' })
      await update(hidden, { SecAccess: { Read: [] }, CompanyName: 'Opened Ltd' })
      await receiver.has(1, ({ event }) => event.data.record?.CompanyName === 'Opened Ltd')
      assert.ok(!receiver.received.some(({ body }) => body.includes('Secret Ltd') || body.includes('Closed Ltd')))
      assert.ok(
        receiver.received.filter(one => keyOf(one) === hidden).every(one => one.event.data.operation === 'updated'),
      )
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('a failing record delays no other record, and its own events keep their order', async () => {
      const receiver = await startReceiver()
      const [bad, good] = [await company('Bad Ltd'), await company('Good Ltd')]
      let broken = true
      receiver.reply = received => (broken && keyOf(received) === bad ? { status: 500, body: 'broken' } : {})
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      for (let i = 0; i < 5; i++) {
        await update(bad, { CompanyName: `Bad ${i}` })
        await update(good, { CompanyName: `Good ${i}` })
      }
      const passed = await receiver.has(5, one => keyOf(one) === good)
      assert.deepEqual(
        passed.map(({ event }) => event.data.version),
        [2, 3, 4, 5, 6],
      )
      // The deliveries of the other record bring one extra attempt.
      await receiver.has(2, one => keyOf(one) === bad)
      broken = false
      await receiver.has(1, one => keyOf(one) === bad && one.event.data.version === 6)
      const late = receiver.received.filter(one => keyOf(one) === bad).map(({ event }) => event.data.version)
      assert.deepEqual(late.slice(0, 2), [2, 2])
      assert.deepEqual(late.slice(late.lastIndexOf(2)), [2, 3, 4, 5, 6])
      const ids = receiver.received.filter(one => keyOf(one) === bad).map(({ event }) => event.id)
      assert.equal(ids[0], ids[1])
      await until(async () => {
        const { deliveries } = await ok('GET', `targets/${id}/deliveries`)
        const tries = deliveries.filter((one: Json) => one.event === ids[0])
        return tries.length === late.lastIndexOf(2) + 1 ? [tries[0], tries.at(-1)] : null
      }).then(([second, first]: Json) => {
        assert.deepEqual([first.attempt, first.outcome, first.status, first.response], [1, 'failed', 500, 'broken'])
        assert.ok(Date.parse(first.nextAt) >= Date.parse(first.at) + 4000)
        assert.deepEqual([second.attempt, second.outcome, second.nextAt], [2, 'delivered', null])
        assert.equal(JSON.parse(first.request).id, ids[0])
      })
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('in strict order nothing passes an event that failed', async () => {
      const receiver = await startReceiver()
      const [one, two] = [await company('First Ltd'), await company('Second Ltd')]
      let failures = 0
      receiver.reply = received => (keyOf(received) === one && failures++ < 1 ? { status: 503 } : {})
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'], order: 'strict' })
      for (const key of [one, two, one, two]) await update(key, { Website: `https://example.com/${Math.random()}` })
      await receiver.has(5)
      assert.deepEqual(
        receiver.received.map(received => `${keyOf(received) === one ? 1 : 2} ${received.event.data.version}`),
        ['1 2', '1 2', '2 2', '1 3', '2 3'],
      )
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('a paused target loses nothing, and may skip what it missed', async () => {
      const receiver = await startReceiver()
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'], enabled: false })
      const kept = await company('Kept Ltd')
      await pause(200)
      assert.equal(receiver.received.length, 0)
      await ok('PATCH', `targets/${id}`, { enabled: true })
      const [first] = await receiver.has(1)
      assert.equal(first?.event.data.key, kept)
      await ok('PATCH', `targets/${id}`, { enabled: false })
      await company('Skipped Ltd')
      await numbered()
      await ok('PATCH', `targets/${id}`, { enabled: true, from: 'now' })
      const after = await company('After Ltd')
      await receiver.has(2)
      assert.equal(receiver.received[1]?.event.data.key, after)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('events are sent again by their id, by a range of time, and those that failed', async () => {
      const receiver = await startReceiver()
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      const from = new Date().toISOString()
      const keys = [await company('Again 1'), await company('Again 2'), await company('Again 3')]
      await crm().create('Note', { ParentKey: keys[0], Text: 'not of this target' })
      const first = await receiver.has(3)
      const [one] = first
      assert.deepEqual(await ok('POST', `targets/${id}/replay`, { event: one?.event.id }), { queued: 1 })
      const [, , , again] = await receiver.has(4)
      assert.equal(again?.event.id, one?.event.id)
      assert.equal(again?.headers['webhook-id'], one?.headers['webhook-id'])
      const to = new Date(Date.now() + 1000).toISOString()
      assert.deepEqual(await ok('POST', `targets/${id}/replay`, { from, to }), { queued: 3 })
      const all = await receiver.has(7)
      assert.deepEqual(new Set(all.slice(4).map(keyOf)), new Set(keys))
      assert.deepEqual(await ok('POST', `targets/${id}/replay`, { failedSince: from }), { queued: 0 })
      for (const bad of [
        {},
        { event: 'x' },
        { event: 1 },
        { from },
        { from: 'yesterday', to },
        { event: 'x', from, to },
      ]) {
        const { status } = await call('POST', `targets/${id}/replay`, bad)
        assert.ok(status === 400 || status === 404, JSON.stringify(bad))
      }
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('an event over 256 KiB is sent thin, with a flag', async () => {
      const receiver = await startReceiver()
      const { id } = await target({ url: receiver.url, entities: ['Note'], payload: 'full' })
      const key = await company('Large Ltd')
      await crm().create('Note', { ParentKey: key, Text: '€'.repeat(60_000) })
      const [sent] = await receiver.has(1)
      assert.equal(sent?.event.truncated, true)
      assert.deepEqual(Object.keys(sent?.event.data), ['key', 'version', 'operation'])
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('a target of a user who is disabled waits for the user to come back', async () => {
      const receiver = await startReceiver()
      const leaver = await crm().addPerson(`LEAVER${Date.now() % 1000}`)
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] }, leaver)
      await crm().ok('Update', { User: { Data: { Key: leaver.key, Enabled: false } } })
      const key = await company('Unseen Ltd')
      await pause(300)
      assert.equal(receiver.received.length, 0)
      await crm().ok('Update', { User: { Data: { Key: leaver.key, Enabled: true } } })
      const [sent] = await receiver.has(1)
      assert.equal(sent?.event.data.key, key)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('metrics count deliveries by outcome and tell how long the oldest event waits', async () => {
      const text = await (await fetch(`${crm().server.url}/metrics`)).text()
      assert.match(text, /clientele_webhook_deliveries_total\{outcome="delivered"\} \d+/)
      assert.match(text, /clientele_webhook_deliveries_total\{outcome="failed"\} \d+/)
      assert.match(text, /clientele_webhook_oldest_undelivered_seconds \d/)
    })
  },
  { settings: receiverNearby },
)

eachCrm(
  'webhook deliveries to inner hosts',
  crm => {
    const { ok, target } = webhookCalls(crm)

    test('a name that leads inside is refused at the connection, and tried again', async () => {
      const receiver = await startReceiver()
      const url = receiver.url.replace('127.0.0.1', 'localhost')
      const { id } = await target({ url })
      await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Guarded Ltd' })
      const tried = await until(async () => (await ok('GET', `targets/${id}/deliveries`)).deliveries[0])
      const tested = await ok('POST', `targets/${id}/test`)
      for (const { outcome, status, response } of [tried, tested]) {
        assert.deepEqual([outcome, status], ['refused', null])
        assert.equal(response, 'The host has no public address, and none in outbound-networks.')
      }
      assert.ok(Date.parse(tried.nextAt) > Date.parse(tried.at))
      assert.equal(receiver.received.length, 0)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })
  },
  { settings: { outboundHttp: true } },
)

const clock = manualClock(Date.UTC(2026, 0, 20, 12))
const outbox = mkdtempSync(join(tmpdir(), 'clientele-webhook-mail-'))

eachCrm(
  'webhook deliveries over days',
  (crm, engine) => {
    const { ok, target } = webhookCalls(crm)
    const company = (name: string) => crm().create('AbEntry', { Type: 'Company', CompanyName: name })
    const deliveries = async (id: string): Promise<Json[]> =>
      (await ok('GET', `targets/${id}/deliveries`)).deliveries.toReversed()
    /** Waits for the tries so far, and lets the clock run until the next one. */
    const nextTry = async (id: string, count: number): Promise<Json> => {
      const last = await until(async () => {
        const all = await deliveries(id)
        return all.length >= count ? all[count - 1] : null
      })
      if (last.nextAt !== null) clock.set(Date.parse(last.nextAt) + 1)
      // A node looks at its targets every few seconds by the real clock, and at once when one is changed.
      await ok('PATCH', `targets/${id}`, {})
      return last
    }

    test('an event is tried twelve times over some 75 hours, then given up, and can be sent again', async () => {
      const receiver = await startReceiver()
      receiver.reply = () => ({ status: 500 })
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      const begun = clock.now()
      await company('Unwanted Ltd')
      const waits: number[] = []
      for (let count = 1; count <= 12; count++) {
        const { at, nextAt, attempt } = await nextTry(id, count)
        assert.equal(attempt, count)
        if (nextAt !== null) waits.push((Date.parse(nextAt) - Date.parse(at)) / 1000)
      }
      const expected = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
      assert.equal(waits.length, expected.length)
      for (const [i, wait] of waits.entries()) {
        const middle = expected[i] as number
        assert.ok(wait >= middle * 0.8 - 1 && wait <= middle * 1.2 + 6, `${wait} is not near ${middle}`)
      }
      assert.equal((await deliveries(id))[11]?.nextAt, null)
      assert.ok(clock.now() - begun > 60 * hour && clock.now() - begun < 92 * hour)
      receiver.reply = () => ({})
      await until(async () => {
        const { queued } = await ok('POST', `targets/${id}/replay`, { failedSince: new Date(begun).toISOString() })
        return queued === 1
      })
      const sent = await receiver.has(11)
      assert.equal(new Set(sent.map(({ event }) => event.id)).size, 1)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('Retry-After is honoured, for a day at most', async () => {
      const receiver = await startReceiver()
      const answers = ['3600', '999999999', 'soon']
      receiver.reply = () => ({ status: 429, headers: { 'retry-after': answers.shift() ?? '0' } })
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      await company('Patient Ltd')
      const waited = async (count: number) => {
        const { at, nextAt } = await nextTry(id, count)
        return (Date.parse(nextAt) - Date.parse(at)) / 1000
      }
      assert.ok(Math.abs((await waited(1)) - 3600) < 10)
      assert.ok(Math.abs((await waited(2)) - 86_400) < 10)
      assert.ok((await waited(3)) < 2200)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('410 stops a target at once, and enabling it goes on where it stopped', async () => {
      const receiver = await startReceiver()
      receiver.reply = () => ({ status: 410 })
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      const key = await company('Gone Ltd')
      await until(async () => (await ok('GET', `targets/${id}`)).status === 'gone')
      const later = await company('Later Ltd')
      receiver.reply = () => ({})
      await ok('PATCH', `targets/${id}`, { enabled: true })
      const sent = await receiver.has(3)
      assert.deepEqual(new Set(sent.slice(1).map(({ event }) => event.data.key)), new Set([key, later]))
      assert.equal((await ok('GET', `targets/${id}`)).status, 'active')
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('administrators hear of a day of failures, and of the stop after five days', async () => {
      const description = `Failing on ${engine}`
      const mails = () =>
        readdirSync(outbox)
          .map(name => readFileSync(join(outbox, name), 'utf8'))
          .filter(mail => mail.includes(description))
      const receiver = await startReceiver()
      receiver.reply = () => ({ status: 500 })
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'], payload: 'full', description })
      await company('Dead')
      await until(async () => (await ok('GET', `targets/${id}`)).status === 'failing')
      // A request that is under way while the target is stopped, and ends only after it was enabled again.
      const slow = Promise.withResolvers<{ status: number }>()
      const isSlow = ({ event }: Received) => event.data.record.CompanyName === 'Dead slowly'
      receiver.reply = received => (isSlow(received) ? slow.promise : { status: 500 })
      const dies = async (days: number) => {
        clock.advance(days * 24 * hour + 60_000)
        const before = receiver.received.length
        await company('Dead')
        await receiver.has(before + 1)
      }
      await dies(1)
      await until(() => mails().length === 1)
      await dies(3)
      assert.equal((await ok('GET', `targets/${id}`)).status, 'failing')
      await company('Dead slowly')
      await receiver.has(1, isSlow)
      await dies(1)
      await until(async () => (await ok('GET', `targets/${id}`)).status === 'failures')
      await until(() => mails().length === 2)
      assert.equal((await ok('GET', `targets/${id}`)).enabled, false)
      assert.ok(mails().every(mail => mail.includes('master@example.com')))
      const failed = receiver.received.length
      const missed = await company('Missed meanwhile')
      receiver.reply = () => ({})
      await ok('PATCH', `targets/${id}`, { enabled: true })
      slow.resolve({ status: 500 })
      const sent = await receiver.has(failed + 1, () => true)
      await receiver.has(1, ({ event }) => event.data.key === missed)
      assert.ok(sent.length > failed)
      await until(async () => (await ok('GET', `targets/${id}`)).status === 'active')
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })
  },
  { clock, settings: { ...receiverNearby, mail: `file:${outbox}` } },
)
