// A network that drops packets without a reset: every request ends, and the store works after the network returns.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { StoreUnavailable } from '../../src/base/errors.ts'
import { textTopic } from '../../src/storage/nodes/topics.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Store } from '../../src/storage/store.ts'
import { startCrm } from '../support/crm.ts'
import { dropDatabase, freshDatabase } from '../support/postgres.ts'
import { assertWithin } from '../support/report.ts'
import { pause, until } from '../support/until.ts'
import { addThing, countThings, tables } from './fixture.ts'
import { type Line, openLine } from './line.ts'

async function withLine(use: (line: Line, url: string) => Promise<void>): Promise<void> {
  const url = await freshDatabase()
  const line = await openLine(url)
  try {
    await use(line, url)
  } finally {
    line.thaw()
    await line.close()
    await dropDatabase(url)
  }
}

const timed = async (work: Promise<unknown>) => {
  const started = performance.now()
  const failure = await work.then(
    () => null,
    error => error,
  )
  return { failure, ms: performance.now() - started }
}

describe('a dead network', { concurrency: true }, () => {
  test('reads, scans and writes fail; after the network returns all work, and listeners are notified of the gap', () =>
    withLine(async (line, url) => {
      const store: Store = await openStore(line.url, { clock: systemClock, poolSize: 4 })
      const direct = await openStore(url, { clock: systemClock })
      try {
        await migrate(store, tables)
        await addThing(store, { id: 'before' })
        const topic = textTopic('thing')
        const heard: string[] = []
        let missed = 0
        store.subscribe(
          topic,
          payload => heard.push(payload),
          () => missed++,
        )
        await until(() => missed > 0, 'the first connection of the listener')
        line.freeze()
        const scan = store.readSlow({ sql: 'select count(*) from thing', params: [] })
        const works = [countThings(store), addThing(store, { id: 'during' }), scan, store.ping()].map(timed)
        for (const { failure, ms } of await Promise.all(works)) {
          assert.ok(failure instanceof StoreUnavailable, String(failure))
          assertWithin('CLIENTELE_KILLS', ms, 15_000, 'A failure')
        }
        await pause(3_000)
        const missedBefore = missed
        line.thaw()
        const back = performance.now()
        await until(
          () =>
            addThing(store, { id: `after${performance.now()}` }).then(
              () => true,
              () => false,
            ),
          'a write',
        )
        await until(
          () =>
            countThings(store).then(
              () => true,
              () => false,
            ),
          'a read',
        )
        assertWithin('CLIENTELE_KILLS', performance.now() - back, 5_000, 'The recovery')
        await until(() => missed > missedBefore, 'the listener to be told')
        await direct.write(tx => tx.publish(topic, 'news'))
        await until(() => heard.includes('news'), 'the news')
      } finally {
        await Promise.all([store.close(), direct.close()])
      }
    }))

  test('a short break that loses packets costs connections, not requests that read', () =>
    withLine(async line => {
      const store = await openStore(line.url, { clock: systemClock, poolSize: 4 })
      try {
        await migrate(store, tables)
        await addThing(store, { id: 'before' })
        line.freeze()
        const read = timed(countThings(store))
        await pause(500)
        line.thaw()
        const { failure, ms } = await read
        assert.equal(failure, null)
        assertWithin('CLIENTELE_KILLS', ms, 5_000, 'The read')
      } finally {
        await store.close()
      }
    }))

  test('a statement that takes long is left alone', () =>
    withLine(async line => {
      const store = await openStore(line.url, { clock: systemClock, poolSize: 4 })
      try {
        const slept = store.readSlow({ sql: 'select 1 from pg_sleep(6)', params: [] })
        assert.deepEqual(await slept, [[1]])
      } finally {
        await store.close()
      }
    }))

  test('over HTTP: 503, /healthz answers meanwhile, and requests succeed after its return', t =>
    withLine(async line => {
      const crm = await startCrm({ engine: 'postgres', storeUrl: line.url })
      try {
        const key = await crm.create('AbEntry', { CompanyName: 'Before' })
        const read = () =>
          fetch(`${crm.server.url}/api/Read`, {
            method: 'POST',
            headers: { authorization: `Bearer ${crm.user.token}` },
            body: JSON.stringify({
              AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Key: { $EQ: key } } } },
            }),
          }).then(answer => answer.status)
        line.freeze()
        const started = performance.now()
        const waiting = Promise.all(Array.from({ length: 20 }, read))
        assert.equal((await fetch(`${crm.server.url}/healthz`)).status, 200)
        assert.equal((await fetch(`${crm.server.url}/readyz`)).status, 503)
        assert.deepEqual(new Set(await waiting), new Set([503]))
        t.diagnostic(`503 after ${Math.round(performance.now() - started)} ms`)
        assertWithin('CLIENTELE_KILLS', performance.now() - started, 20_000, 'The refusal')
        line.thaw()
        const back = performance.now()
        await until(async () => (await read()) === 200, 'an answer')
        t.diagnostic(`200 after ${Math.round(performance.now() - back)} ms`)
        assertWithin('CLIENTELE_KILLS', performance.now() - back, 5_000, 'The recovery')
      } finally {
        await crm.close()
      }
    }))
})
