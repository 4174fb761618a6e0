// Tests that the rows of an import share their statements, however they find records, and that each sees what rows before it wrote.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Caller } from '../../src/accounts/caller.ts'
import { systemClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log/log.ts'
import { loadSettings } from '../../src/config/load.ts'
import { httpsAlone } from '../../src/entities/rules/redirect-uri.ts'
import { createImports, type ImportRoom } from '../../src/import/index.ts'
import { createDatabaseWithDefaults } from '../../src/operations/system/new-database.ts'
import { systemContext } from '../../src/operations/system/system-context.ts'
import { type Counted, countingStore } from '../scale/counting-store.ts'
import type { Json } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'

const rows = 100

eachMigrated('Statements of imports', (_, fresh) => {
  let counted: Counted
  let room: ImportRoom
  let caller: Caller

  before(async () => {
    counted = countingStore(await fresh.open())
    const { store } = counted
    const settings = loadSettings({ flags: {} }).values
    const parts = { store, clock: systemClock, settings }
    const database = await createDatabaseWithDefaults(parts, { name: 'counted', currency: 'USD' })
    const context = await systemContext(parts, database)
    caller = { ...context.caller, scope: ['data'] }
    const { catalog, newId, limits } = context
    const catalogs = { get: async () => catalog, close: () => {} } as never
    const own = { traces: [], commonKey: () => null, redirects: httpsAlone }
    const operations = { store, clock: systemClock, newId, limits, catalogs, ...own }
    room = createImports({ operations, callers: { find: async () => caller }, settings, log: silentLog })
  })

  /** The import after its commit, and how many statements plan and commit have run. */
  const run = async (lines: readonly string[], mapping: Json): Promise<{ counts: Json; statements: number }> => {
    async function* body() {
      yield Buffer.from(`${lines.join('\n')}\n`)
    }
    const file = { entity: 'AbEntry', format: 'csv', name: null, body: body(), expectedBytes: 1 }
    const { id } = (await room.imports.create(caller, file)) as Json
    counted.take()
    await room.imports.map(caller, id, mapping)
    await room.runner.drive({ db: caller.db, id })
    await room.imports.commit(caller, id)
    await room.runner.drive({ db: caller.db, id })
    const { status, counts, planCounts } = (await room.imports.read(caller, id)) as Json
    assert.equal(status, 'committed')
    assert.deepEqual(counts, planCounts)
    return { counts, statements: counted.take().length }
  }
  const many = (line: (i: number) => string): string[] => Array.from({ length: rows }, (_, i) => line(i))

  test('rows that match a field, or have an external key, and find no record', async () => {
    const mails = ['Name,Mail', ...many(i => `Mail ${i},mail${i}@counted.example`)]
    const byMail = { columns: { Name: 'CompanyName', Mail: 'Email' }, match: ['Email'] }
    const first = await run(mails, byMail)
    assert.equal(first.counts.create, rows)
    assert.ok(first.statements < rows * 3, `${first.statements} statements`)
    assert.equal((await run(mails, byMail)).counts.unchanged, rows)
    const again = await run([...mails, 'Mail x,MAIL0@counted.example', 'New,new@counted.example'], byMail)
    assert.deepEqual([again.counts.update, again.counts.unchanged, again.counts.create], [1, rows, 1])

    const keys = ['Id,Name', ...many(i => `${i},Key ${i}`)]
    const byKey = { columns: { Id: { externalKey: 'Counted' }, Name: 'CompanyName' }, match: ['ExternalKey'] }
    const keyed = await run(keys, byKey)
    assert.equal(keyed.counts.create, rows)
    // One for each row looks for its key once more, and the keys are locked.
    assert.ok(keyed.statements < rows * 8, `${keyed.statements} statements`)
    assert.equal((await run(keys, byKey)).counts.unchanged, rows)
    const twice = await run(['Id,Name', 'new,One', 'new,Two', '0,Key 0'], byKey)
    assert.deepEqual([twice.counts.create, twice.counts.update, twice.counts.unchanged], [1, 1, 1])
    const both = { columns: { ...byKey.columns, Mail: 'Email' }, match: ['Email'] }
    const lines = ['Id,Name,Mail', '1,Key 1,one@counted.example', 'fresh,Fresh,fresh@counted.example']
    const { counts } = await run(lines, both)
    assert.deepEqual([counts.update, counts.create], [1, 1], 'a key that is known comes before a new address')
  })

  test('people whose companies are created with them', async () => {
    const people = ['Last,Company', ...many(i => `Person ${i},Made ${i % 50}`)]
    const columns = { Last: 'LastName', Company: 'Parent/CompanyName' }
    const { counts, statements } = await run(people, { columns, createParents: true })
    assert.equal(counts.create, rows)
    // Two for each row read the company in the plan, and two in the commit.
    assert.ok(statements < rows * 8, `${statements} statements`)
    const some = ['Last,Company', 'Known,Made 1', 'Wrong,Made 2', ',Made 3', 'Alone,']
    const more = await run(some, { columns, createParents: true })
    assert.deepEqual([more.counts.create, more.counts.reject], [3, 1])
  })
})
