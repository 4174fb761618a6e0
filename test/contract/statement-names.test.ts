// Prepared statements on PostgreSQL: many texts do not use up the names, and connections close what lost its name.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { mostNames, StatementNames } from '../../src/storage/postgres/driver/statement-names.ts'
import type { Store } from '../../src/storage/store.ts'
import { dropDatabase, freshDatabase } from '../support/postgres.ts'

test('a statement in use keeps its name; the least recently used one loses it', () => {
  const names = new StatementNames()
  const use = (sql: string) => {
    names.of(sql)
    return names.of(sql)
  }
  const hot = use('hot') as string
  const cold = use('cold') as string
  for (let i = 0; i < 3 * mostNames; i++) {
    use(`select ${i}`)
    assert.equal(names.of('hot'), hot)
  }
  assert.ok(names.isCurrent(hot))
  assert.ok(!names.isCurrent(cold))
  assert.equal(names.known('cold'), undefined)
  const again = use('cold')
  assert.ok(again !== undefined && again !== cold)
})

describe('a connection', () => {
  let url: string
  let store: Store
  before(async () => {
    url = await freshDatabase()
    store = await openStore(url, { clock: systemClock, poolSize: 1 })
  })
  after(async () => {
    await store.close()
    await dropDatabase(url)
  })

  const prepared = async (where = 'true') =>
    (
      await store.rows<{ n: number }>({
        sql: `select count(*)::int4 as n from pg_prepared_statements where ${where}`,
        params: [],
      })
    )[0]?.n ?? 0

  test('keeps a bounded number of statements prepared, whatever comes, and prepares new ones for good', async () => {
    for (let i = 0; i < 2_200; i++) {
      const query = { sql: `select ${i} + $1::int4 as text_${i}`, params: [1] }
      // The second use prepares the text, others run what is prepared.
      for (let use = 0; use < (i % 10 === 0 ? 3 : 2); use++) assert.deepEqual(await store.read(query), [[i + 1]])
    }
    assert.ok((await prepared()) <= mostNames + 110, String(await prepared()))
    assert.equal(await prepared(`statement like '%text_2199'`), 1)
    assert.equal(await prepared(`statement like '%text_7'`), 0)
    // A text that lost its name is prepared again under another.
    for (let use = 0; use < 3; use++)
      assert.deepEqual(await store.read({ sql: 'select 7 + $1::int4 as text_7', params: [1] }), [[8]])
    assert.equal(await prepared(`statement like '%text_7'`), 1)
  })
})
