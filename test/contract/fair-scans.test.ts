// Fair shares of slow reads: a tenant that sends many does not hold up the one of another tenant, and waiting is not running.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query, Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'

eachEngine('slow reads of several tenants', (engine, fresh) => {
  /** A scan of a tenant that takes some tenths of a second. */
  const scan = (tenant: number): Query => ({
    sql: `with recursive c(n) as (select 1 union all select n + 1 from c where n < 600000)
      select count(*) + 0 * ${engine === 'sqlite' ? '?' : 'cast($1 as integer)'} from c`,
    params: [tenant],
    facts: { reads: true, tenant: 0 },
  })
  /** One slot: a second slow read waits. */
  const open = (): Promise<Store> => fresh.open({ readers: 1, poolSize: 2 })

  test('take turns', async () => {
    const store = await open()
    await store.readSlow(scan(1))
    const order: string[] = []
    const read = (tenant: number, user: string) =>
      store.readSlow(scan(tenant), { user }).then(() => order.push(`${tenant}${user}`))
    const flood = Array.from({ length: 5 }, () => read(1, 'ann'))
    await Promise.all([...flood, read(1, 'bob'), read(2, 'eve')])
    assert.ok(order.indexOf('2eve') <= 2, order.join())
    assert.ok(order.indexOf('1bob') <= 3, order.join())
  })

  test('the wait for a turn does not count as running time', async () => {
    const store = await open()
    const started = performance.now()
    await store.readSlow(scan(1))
    const timeoutMs = Math.max(1_000, 2.5 * (performance.now() - started))
    const many = Array.from({ length: 4 }, (_, tenant) => store.readSlow(scan(tenant), { timeoutMs }))
    for (const rows of await Promise.all(many)) assert.deepEqual(rows, [[600_000]])
  })
})
