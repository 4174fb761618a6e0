// Proves that nothing that one user, one record or one event does stops the deliveries of others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDatabase } from '../../scripts/docs/examples/databases.ts'
import { systemClock } from '../../src/base/clock.ts'
import { Model } from '../../src/model/model.ts'
import { eventEntities } from '../../src/webhooks/targets/target.ts'
import { EntityWalk } from '../spec/entities/walk.ts'
import { eachCrm, type Json, type Person } from '../support/crm.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { webhookCalls } from '../support/webhooks.ts'

eachCrm(
  'webhooks and the feed beside the work of others',
  crm => {
    const { call, ok, target, numbered } = webhookCalls(crm)
    const company = (name: string, as?: Person) => crm().create('AbEntry', { Type: 'Company', CompanyName: name }, as)
    const rowsOf = (sql: string): Promise<Json[]> => crm().server.store.rows({ sql, params: [] })

    /** The types of all events that the feed gives a reader. */
    const feedOf = async (as: Person): Promise<string[]> => {
      const types: string[] = []
      for (let after = ''; ; ) {
        const { events, next } = await ok('GET', `events?limit=500${after}`, undefined, as)
        if (events.length === 0) return types
        types.push(...events.map(({ type }: Json) => type))
        after = `&after=${next}`
      }
    }

    test('an event of every recorded entity passes the feed and a webhook of a plain user', async () => {
      const database = await newDatabase(crm().server, systemClock, 'every-entity')
      const ben = { uid: 'BEN', key: '', token: database.tokens.get('BEN') as string }
      const ann = { uid: 'ANN', key: '', token: database.tokens.get('') as string }
      const receiver = await startReceiver()
      const { id } = await target({ url: receiver.url }, ben)
      const { entities } = new Model([])
      for (const entity of entities.filter(({ name }) => eventEntities.includes(name))) {
        const walk = new EntityWalk(crm(), entity, database)
        // Its Read may find the examples of other entities too; that every entity has an event is checked below.
        await walk.run().catch(() => walk.update().catch(() => null))
        if (!walk.supports('Create') && walk.supports('Update')) await walk.update()
      }
      const last = await company('Behind all of them Ltd', ann)
      await numbered()
      const logged = await rowsOf(
        "select distinct entity from event_log where db = (select id from database where name = 'every-entity')",
      )
      const names = new Set(logged.map(({ entity }) => entity))
      assert.deepEqual(
        eventEntities.filter(name => name !== 'Schema' && !names.has(name)),
        [],
      )
      const types = await feedOf(ben)
      assert.equal(types.at(-1), 'abentry.created')
      assert.ok(types.includes('note.created'))
      await receiver.has(1, ({ event }) => event.data.key === last)
      assert.equal((await ok('GET', `targets/${id}`, undefined, ben)).status, 'active')
      receiver.close()
    })

    test('a RequestCapture has no event, and an entity that a user may not read is skipped', async () => {
      const { user } = crm()
      const receiver = await startReceiver()
      const { id } = await target({ url: receiver.url }, user)
      await crm().ok('Create', { RequestCapture: { Data: {} } })
      // An event as an earlier version recorded it.
      const { db, ...event } = (await rowsOf('select * from event_log order by at desc limit 1'))[0]
      const { store } = crm().server
      await numbered()
      const [{ position }] = await rowsOf(`select max(position) as position from event_log where db = ${db}`)
      const values = [db, `${event.id}x`, Number(position) + 1, 'RequestCapture', 'x', 'created', 1, 'MASTER', event.at]
      await store.write(tx =>
        tx.run({
          sql: `insert into event_log (db, id, position, entity, record, operation, version, uid, at)
            values (${values.map(value => (typeof value === 'string' ? `'${value}'` : value)).join(', ')})`,
          params: [],
        }),
      )
      const key = await company('After the capture Ltd')
      await receiver.has(1, one => one.event.data.key === key)
      assert.ok(receiver.received.every(one => one.event.entity !== 'RequestCapture'))
      assert.ok((await feedOf(user)).length > 0)
      assert.equal(
        (await call('POST', `targets/${id}/replay`, { from: '2020-01-01', to: '2100-01-01' }, user)).status,
        200,
      )
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('an event that cannot be rendered is parked by itself, and others pass', async () => {
      const receiver = await startReceiver()
      const { store } = crm().server
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'], enabled: false })
      const start = (await ok('GET', 'events?after=now')).next
      const [broken, whole] = [await company('Broken Ltd'), await company('Whole Ltd')]
      await numbered()
      const { events } = await ok('GET', `events?after=${start}`)
      const damaged = events.find((event: Json) => event.data.key === broken).id
      await store.write(tx =>
        tx.run({ sql: `update history set changes = '{"no' where id = '${damaged}'`, params: [] }),
      )
      await ok('PATCH', `targets/${id}`, { enabled: true })
      await receiver.has(1, ({ event }) => event.data.key === whole)
      const failed = await until(async () => {
        const { deliveries } = await ok('GET', `targets/${id}/deliveries`)
        return deliveries.find((one: Json) => one.event === damaged)
      })
      assert.deepEqual([failed.outcome, failed.status, failed.request], ['failed', null, null])
      assert.match(failed.response, /could not be rendered/)
      assert.ok(failed.nextAt !== null)
      const seen = (await ok('GET', `events?after=${start}`)).events.map((event: Json) => event.data.key)
      assert.deepEqual(seen, [whole])
      // When the cause is gone, the next attempt delivers the event.
      await store.write(tx => tx.run({ sql: `update history set changes = '[]' where id = '${damaged}'`, params: [] }))
      await receiver.has(1, ({ event }) => event.id === damaged)
      await ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('a worker that fails rests longer each time, and the target shows it', async () => {
      const receiver = await startReceiver()
      const { store } = crm().server
      const { id } = await target({ url: receiver.url, entities: ['AbEntry'] })
      const other = await startReceiver()
      const healthy = await target({ url: other.url, entities: ['AbEntry'] })
      const [{ secrets }] = await rowsOf(`select secrets from webhook_target where id = '${id}'`)
      const setSecrets = (text: string) =>
        store.write(tx =>
          tx.run({ sql: `update webhook_target set secrets = '${text}' where id = '${id}'`, params: [] }),
        )
      await setSecrets('damaged')
      const key = await company('Through the other target Ltd')
      await other.has(1, one => one.event.data.key === key)
      const row = () => rowsOf(`select failed_runs, retry_at from webhook_target where id = '${id}'`)
      await until(async () => Number((await row())[0].failed_runs) >= 2, 'Two failed runs')
      const [{ failed_runs: runs, retry_at: retryAt }] = await row()
      assert.ok(Number(retryAt) > Date.now() - 5_000 && Number(runs) < 10)
      await setSecrets(secrets)
      assert.equal((await ok('GET', `targets/${id}`)).status, 'error')
      await receiver.has(1, one => one.event.data.key === key)
      await until(async () => (await ok('GET', `targets/${id}`)).status === 'active')
      for (const one of [id, healthy.id]) await ok('DELETE', `targets/${one}`)
      for (const one of [receiver, other]) one.close()
    })

    test('private views are for their owners, and views for tokens with webaccess', async () => {
      const { user, admin, setUp } = crm()
      const joe = await setUp('PersonalAccessToken', { Name: 'data', UserKey: user.key, Scope: 'data' })
      const narrow = { ...user, token: joe.Token }
      const [receiver, narrowly] = [await startReceiver(), await startReceiver()]
      const wide = await target({ url: receiver.url, entities: ['View'] }, user)
      const own = await target({ url: narrowly.url, entities: ['View', 'AbEntry'] }, narrow)
      const start = (await ok('GET', 'events?after=now')).next
      const view = (Name: string, as: Person, more: object = {}) =>
        crm().create('View', { Entity: 'AbEntry', Name, Columns: [], ...more }, as)
      const [secret, shared] = [await view('Secret of Joe', user), await view('For all', user, { Shared: true })]
      const others = await view('Secret of Mary', admin)
      const key = await company('After the views Ltd')
      await numbered()
      const keysOf = async (as: Person) =>
        (await ok('GET', `events?after=${start}`, undefined, as)).events.map((event: Json) => event.data.key)
      assert.deepEqual(await keysOf(user), [secret, shared, key])
      assert.deepEqual(await keysOf(narrow), [key])
      assert.deepEqual(await keysOf(admin), [shared, others, key])
      await receiver.has(2)
      await narrowly.has(1)
      assert.deepEqual(
        receiver.received.map(({ event }) => event.data.key),
        [secret, shared],
      )
      assert.deepEqual(
        narrowly.received.map(({ event }) => event.data.key),
        [key],
      )
      for (const { id } of [wide, own]) await ok('DELETE', `targets/${id}`)
      for (const one of [receiver, narrowly]) one.close()
    })
  },
  { settings: receiverNearby },
)
