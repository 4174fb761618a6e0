// A writer that is killed: what was answered is there, and nothing is there by half.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parseStoreUrl } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { verifySqlite } from '../../src/storage/sqlite/integrity.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Store } from '../../src/storage/store.ts'
import { eachEngine } from '../support/engines.ts'
import { addThing, pairId, run, tables } from './fixture.ts'

eachEngine('crash', (_engine, fresh) => {
  let store: Store
  before(async () => {
    store = await fresh.open()
    await migrate(store, tables)
  })

  test('kill -9 of a process that writes leaves a sound store', async () => {
    const program = run('write-pairs.ts', fresh.url())
    await program.line(line => Number(line) > 200)
    program.kill('SIGKILL')
    await program.ended
    const all = store.dialect.dynamicBuilder.selectFrom('thing').select('id')
    const ids = new Set((await store.read(compile(all))).flat())
    const isWhole = (n: number) => ids.has(pairId(n, 'A')) && ids.has(pairId(n, 'B'))
    for (const n of program.lines) assert.ok(isWhole(Number(n)), `pair ${n} was answered`)
    for (const id of ids) assert.ok(isWhole(parseInt(String(id), 10)))
    const { matches, bind } = store.dialect.search
    const withWord = all.where('db', '=', 1).where(matches('thing', 'thing', bind(1, ['word']), 1))
    const found = await store.read(compile(withWord))
    assert.equal(found.length, ids.size)
    const address = parseStoreUrl(fresh.url())
    if (address.engine === 'sqlite') assert.deepStrictEqual(await verifySqlite(address.path), [])
    await addThing(store, { id: 'after' })
  })
})
