// Tests that all nodes share the salt of a minute, and that it is kept while a lost answer may be asked for again.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { tables as accountTables } from '../../src/accounts/tables.ts'
import { manualClock } from '../../src/base/clock.ts'
import { systemRandom } from '../../src/base/secrets/secret.ts'
import { tables as oauthTables } from '../../src/oauth/tables.ts'
import { cleanUp } from '../../src/oauth/tokens/cleanup.ts'
import { RetrySalts } from '../../src/oauth/tokens/retry-salts.ts'
import { tables as sessionTables } from '../../src/sessions/tables.ts'
import { tables as signInTables } from '../../src/sign-in/tables.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'

eachEngine('retry salts', (_engine, fresh) => {
  const tables = [...accountTables, ...oauthTables, ...sessionTables, ...signInTables]
  let store: Store
  let other: Store
  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
    other = await fresh.open()
  })

  test('nodes that come to a new minute at once agree, and so do all who ask meanwhile', async () => {
    const nodes = [new RetrySalts(store, systemRandom), new RetrySalts(other, systemRandom)]
    const given = new Set<string>()
    for (const now of [60_000, 60_059]) {
      for (const salt of await Promise.all(nodes.flatMap(salts => [salts.of(now), salts.of(now)]))) given.add(salt)
    }
    assert.equal(given.size, 1)
    const [salts] = nodes as [RetrySalts]
    assert.equal(typeof salts.of(60_030), 'string', 'what memory knows is not waited for')
    assert.notEqual(await salts.of(60_060), [...given][0])
    assert.equal(await salts.kept(60_001), [...given][0])
  })

  test('a store that fails once is asked again', async () => {
    let failures = 1
    const failing = new Proxy(store, {
      get(target, name) {
        if (name === 'write' && failures-- > 0) return () => Promise.reject(new Error('away'))
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const salts = new RetrySalts(failing, systemRandom)
    await assert.rejects(async () => salts.of(120_000), /away/)
    assert.equal((await salts.of(120_000)).length, 43)
  })

  test('is there for a minute after each second of its own, and gone three minutes later', async () => {
    const clock = manualClock(0)
    const salts = new RetrySalts(store, systemRandom)
    const minute = 180_000
    const salt = await salts.of(minute)
    for (const used of [minute, minute + 59]) {
      clock.set((used + 60) * 1000)
      await cleanUp(store, clock, { storeClock: { common: now => now }, retrySeconds: 60 })
      assert.equal(await salts.kept(used), salt)
    }
    clock.set((minute + 59 + 180) * 1000)
    await cleanUp(store, clock, { storeClock: { common: now => now }, retrySeconds: 60 })
    assert.equal(await salts.kept(minute), null)
  })
})
