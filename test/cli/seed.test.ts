// Tests `clientele seed` end to end: its output, the records it makes, and what a kill leaves behind.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findDatabase } from '../../src/accounts/databases.ts'
import { parseStoreUrl } from '../../src/storage/open.ts'
import { verifySqlite } from '../../src/storage/sqlite/integrity.ts'
import type { Store } from '../../src/storage/store.ts'
import { startCli } from '../support/cli.ts'
import { lineJson, runLine } from '../support/cli-batch.ts'
import { eachEngine } from '../support/engines.ts'

interface Seeded {
  readonly made: Record<string, number>
}

eachEngine('seed', (engine, fresh) => {
  let url = ''
  let store: Store
  let db = 0
  const count = async (from: string): Promise<number> => {
    const [row] = await store.read({
      sql: `SELECT count(*) FROM ${from.replaceAll(':db', String(db))}`,
      params: [],
    })
    return Number(row?.[0])
  }
  before(async () => {
    url = fresh.url()
    await lineJson(['database', 'create', 'made', '--store', url])
    store = await fresh.open()
    db = (await findDatabase(store, 'made'))?.id ?? 0
  })

  test('creates the requested records and reports them, in text and in JSON', async () => {
    const { made } = await lineJson<Seeded>(['seed', '--database', 'made', '--entries', '150', '--store', url])
    assert.equal(made.AbEntry, 150)
    assert.ok((made.Interaction ?? 0) > 75 && (made.Opportunity ?? 0) > 10, JSON.stringify(made))
    assert.equal(await count('ab_entry WHERE db = :db'), 150)
    const again = await runLine(['seed', '--database', 'made', '--entries', '50', '--seed', '2', '--store', url])
    assert.equal(again.status, 0, again.stderr)
    assert.match(again.stdout, /^Added to made in [\d.]+ s: 50 AbEntry, /)
    assert.equal(await count('ab_entry WHERE db = :db'), 200)
    assert.ok((await count('sales_process_setup WHERE db = :db')) >= 2)
    assert.ok((await count("currency_rate WHERE db = :db AND currency_code = 'EUR'")) === 1)
  })

  test('an unknown database and a wrong number of entries are refused', async () => {
    const none = await runLine(['seed', '--database', 'nowhere', '--entries', '5', '--store', url])
    assert.deepEqual([none.status, none.stderr.includes('There is no database nowhere')], [1, true])
    for (const entries of ['-1', '1.5', 'many']) {
      const wrong = await runLine(['seed', '--database', 'made', `--entries=${entries}`, '--store', url])
      assert.equal(wrong.status, 2, wrong.stderr)
    }
  })

  test('kill -9 in the middle leaves a sound store, and it can be run again', async () => {
    const earlier = await count('ab_entry WHERE db = :db')
    const child = startCli(['seed', '--database', 'made', '--entries', '1000000', '--store', url])
    const ended = new Promise(resolve => child.on('close', resolve))
    while ((await count('ab_entry WHERE db = :db')) === earlier) await new Promise(next => setTimeout(next, 50))
    await new Promise(next => setTimeout(next, 400))
    child.kill('SIGKILL')
    await ended
    const there = (await count('ab_entry WHERE db = :db')) - earlier
    assert.ok(there > 0 && there < 1_000_000, `${there} entries`)
    const orphan = (table: string, column: string, to: string) =>
      count(`${table} t WHERE t.db = :db AND t.${column} IS NOT NULL AND NOT EXISTS
          (SELECT 1 FROM ${to} r WHERE r.db = t.db AND r.id = t.${column})`)
    assert.equal(await orphan('ab_entry', 'parent_key', 'ab_entry'), 0)
    assert.equal(await orphan('opportunity', 'ab_entry_key', 'ab_entry'), 0)
    assert.equal(await orphan('opportunity', 'current_sales_stage', 'sales_stage'), 0)
    assert.equal(await orphan('sales_stage', 'opportunity_key', 'opportunity'), 0)
    assert.equal(await orphan('interaction_ab_entries', 'item', 'ab_entry'), 0)
    const words = engine === 'sqlite' ? 'ab_entry_doc' : 'ab_entry_words'
    assert.equal(await count(`${words} WHERE db = :db`), there + earlier)
    const address = parseStoreUrl(url)
    if (address.engine === 'sqlite') assert.deepEqual(await verifySqlite(address.path), [])
    const { made } = await lineJson<Seeded>(['seed', '--database', 'made', '--entries', '10', '--store', url])
    assert.equal(made.AbEntry, 10)
  })
})
