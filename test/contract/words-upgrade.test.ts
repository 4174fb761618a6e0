// Tests what a server does after an upgrade that changed the words of records: it rebuilds the word index by itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../../src/base/log/log.ts'
import { wordsVersion } from '../../src/model/search-words.ts'
import { wordDefects } from '../../src/model/store-check/word-defects.ts'
import { wordsUpgradeJob } from '../../src/model/words-upgrade.ts'
import { storedWordsVersion } from '../../src/storage/nodes/installation.ts'
import { hasOlderNodes, nodePresence } from '../../src/storage/nodes/node-presence.ts'
import type { Store } from '../../src/storage/store.ts'
import { type Crm, startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const change = (store: Store, sql: string) => store.write(tx => tx.run({ sql, params: [] }))

/** A store whose servers of an earlier release have found other words in its records. */
async function writeOldWords({ server: { store }, database }: Crm): Promise<void> {
  const { search } = store.dialect
  const ids = (await store.read({ sql: 'select id from ab_entry', params: [] })).map(([id]) => String(id))
  await store.write(async tx => {
    for (const id of ids) await search.replace(tx, 'ab_entry', database.id, { id, words: ['nold'], name: 'old' })
  })
  await change(store, 'update installation set words_version = 0')
}

eachMigrated('words of an earlier release', (engine, fresh) => {
  test('are rebuilt by the first new server when the last old one is gone', async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url() })
    for (let i = 0; i < 250; i++) await crm.create('AbEntry', { CompanyName: `Acme ${i}` })
    assert.equal(await storedWordsVersion(crm.server.store), wordsVersion, 'a new store needs no rebuild')
    await writeOldWords(crm)
    await crm.close()

    const store = await fresh.open()
    const isLeftAlone = async () => {
      await wordsUpgradeJob(store, silentLog).run()
      assert.notDeepEqual(await wordDefects(store), [])
      assert.equal(await storedWordsVersion(store), 0)
    }
    await nodePresence(store, wordsVersion - 1).beat()
    await isLeftAlone()
    await change(store, `update node set seen = seen - 61000 where words_version < ${wordsVersion}`)
    assert.equal(await hasOlderNodes(store, wordsVersion), false)

    const server = await startServer({ engine, storeUrl: fresh.url(), logged: true })
    await until(async () => (await storedWordsVersion(store)) === wordsVersion)
    assert.deepEqual(await wordDefects(store), [])
    const [row] = await store.read({ sql: 'select count(*) from reindex', params: [] })
    assert.equal(Number(row?.[0]), 0)
    assert.match(server.logLines.join(''), /rebuilt the word index after an upgrade/)
    await server.close()
  })

  test('a server records itself where others may serve the same store', async () => {
    const server = await startServer({ engine, storeUrl: fresh.url() })
    const [row] = await server.store.read({
      sql: `select count(*) from node where words_version = ${wordsVersion}`,
      params: [],
    })
    assert.equal(Number(row?.[0]) > 0, engine === 'postgres')
    await server.close()
  })
})
