// Fair shares of quick reads: the many reads of one tenant do not hold up the read of another.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Query, Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { addThing, tables, thingById } from './fixture.ts'

eachEngine('quick reads of several tenants', (engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open({ poolSize: 4 })
    await migrate(store, tables)
    await addThing(store, { id: 'a', name: 'A' })
  })

  /** A read of some tens of milliseconds. SQLite runs quick reads at once, so there is nothing to share. */
  const slowish = (tenant: number): Query => ({
    sql:
      engine === 'sqlite'
        ? 'select ? from thing'
        : 'select cast($1 as integer) from thing cross join (select pg_sleep(0.04)) s',
    params: [tenant],
    facts: { reads: true, tenant: 0 },
  })
  const options = { most: 1, took: () => {} }

  test('a flood of one is not before the read of another', async () => {
    await store.read(slowish(1), options)
    let done = 0
    const flood = Array.from({ length: 120 }, async () => {
      await store.read(slowish(7), options)
      done++
    })
    const other = compile(store.dialect.dynamicBuilder.selectFrom('thing').select('name').where('db', '=', 1))
    await store.read({ ...other, facts: { reads: true, tenant: 0 } }, options)
    const before = done
    await store.rows(thingById(store.dialect, { db: 1, id: 'a' }))
    await Promise.all(flood)
    assert.ok(engine === 'sqlite' || before < 40, `${before} reads of the flood were before it`)
  })
})
