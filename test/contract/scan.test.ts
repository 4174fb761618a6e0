// Long reads do not hold up short ones, and end at their time limit.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { ClientGone, QueryTimeout, Refusal } from '../../src/base/errors.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { addThing, insertThing, longQuery, tables, thingById } from './fixture.ts'

eachEngine('scan', (engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open({ poolSize: 4, readers: 2, statementTimeoutMs: 20_000 })
    await migrate(store, tables)
    await addThing(store, { id: 'a', name: 'Ä', count: 5, ratio: 0.25, content: new Uint8Array([1, 2]) })
  })

  test('a scan gives what a read gives, of the newest data', async () => {
    await addThing(store, { id: 'b', count: 1_767_225_600 })
    const { dynamicBuilder: builder, datePart, inList } = store.dialect
    const query = compile(
      builder
        .selectFrom('thing')
        .select(['id', 'name', 'count', 'ratio', 'content', datePart('year', sql.ref('count'), 'Europe/Paris').as('y')])
        .where(inList(sql.ref('id'), ['a', 'b'], 'text'))
        .orderBy('id'),
    )
    const rows = await store.readSlow(query)
    assert.deepStrictEqual(rows, await store.read(query))
    assert.equal(rows.length, 2)
  })

  test('a scan whose plan is known gives the same, and is not planned anew', async () => {
    const query = compile(store.dialect.dynamicBuilder.selectFrom('thing').select('name').where('id', '=', 'a'))
    assert.deepStrictEqual(await store.readSlow({ ...query, facts: { genericPlan: true } }), [['Ä']])
    if (engine === 'sqlite') return
    const mode = { sql: "select current_setting('plan_cache_mode')", params: [] }
    assert.deepStrictEqual(
      [await store.readSlow({ ...mode, facts: { genericPlan: true } }), await store.readSlow(mode)],
      [[['force_generic_plan']], [['auto']]],
    )
  })

  test('a scan of however many rows gives them all, in their order', async () => {
    for (const count of [0, 1, 249, 250, 251, 500, 1_777]) {
      const numbers = `with recursive c(n) as (select 1 union all select n + 1 from c where n < ${count}) select n from c`
      const query = { sql: `${numbers} where n <= ${count} order by n`, params: [] }
      const rows = await store.readSlow(query)
      assert.deepEqual(
        rows.map(([n]) => Number(n)),
        Array.from({ length: count }, (_, i) => i + 1),
      )
    }
  })

  test('who wants the rows as they come gets them all, in their order, and no list at the end', async () => {
    const numbers =
      'with recursive c(n) as (select 1 union all select n + 1 from c where n < 1777) select n from c order by n'
    const heard: number[] = []
    const each = (rows: readonly (readonly unknown[])[]) => {
      for (const [n] of rows) heard.push(Number(n))
    }
    assert.deepStrictEqual(await store.readSlow({ sql: numbers, params: [] }, { each }), [])
    assert.deepStrictEqual(
      heard,
      Array.from({ length: 1_777 }, (_, i) => i + 1),
    )
    let times = 0
    const fail = () => {
      times++
      throw new Error('of no use')
    }
    await assert.rejects(store.readSlow({ sql: numbers, params: [] }, { each: fail }), /of no use/)
    assert.equal(times, 1)
    assert.deepStrictEqual(await store.readSlow({ sql: 'select 7', params: [] }), [[7]])
  })

  test('a scan that fails in the middle gives nothing of it', async () => {
    const late = 'with recursive c(n) as (select 1 union all select n + 1 from c where n < 2000)'
    const fault = engine === 'sqlite' ? `json(case when n < 1500 then '1' else '{' end)` : '1 / (1500 - n)'
    await assert.rejects(store.readSlow({ sql: `${late} select n, ${fault} from c`, params: [] }))
    assert.equal((await store.readSlow({ sql: `${late} select n from c`, params: [] })).length, 2_000)
  })

  test('a scan refuses a value that cannot be bound, as a read does', async () => {
    const { dynamicBuilder: builder } = store.dialect
    const query = compile(builder.selectFrom('thing').select('id').where('id', '=', 'a\0b'))
    await assert.rejects(async () => store.read(query), Refusal)
    await assert.rejects(store.readSlow(query), Refusal)
  })

  test('a scan is ended at its limit, and the next one works', async () => {
    await assert.rejects(store.readSlow(longQuery, { timeoutMs: 200 }), QueryTimeout)
    assert.deepStrictEqual(await store.readSlow({ sql: 'select 7', params: [] }), [[7]])
  })

  test('many long scans do not hold up reads and writes', async () => {
    const client = new AbortController()
    const patient = { timeoutMs: 600_000, gone: () => client.signal }
    const scans = Array.from({ length: 6 }, () => store.readSlow(longQuery, patient))
    let ended = 0
    for (const scan of scans) scan.catch(() => ended++)
    const ends = Promise.allSettled(scans)
    for (let i = 0; i < 20; i++) {
      await store.rows(thingById(store.dialect, { db: 1, id: 'a' }))
      await store.write(tx => tx.run(insertThing(store, { id: `during${i}` })))
    }
    assert.equal(ended, 0, 'all of them were still under way')
    client.abort(new ClientGone())
    const reasons = (await ends).map(end => end.status === 'rejected' && end.reason instanceof ClientGone)
    assert.deepStrictEqual(new Set(reasons), new Set([true]))
  })

  test('a scan that is wrong is an error', async () => {
    await assert.rejects(store.readSlow({ sql: 'select 1 from nowhere', params: [] }), /nowhere/)
    await assert.rejects(store.readSlow({ sql: 'select 1 from nowhere', params: [] }, { timeoutMs: 500 }), /nowhere/)
    assert.deepStrictEqual(await store.readSlow({ sql: 'select 7', params: [] }, { timeoutMs: 5_000 }), [[7]])
  })
})
