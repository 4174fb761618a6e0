// Tests `clientele doctor --deep`: sound stores pass, and damaged pages, references and word indexes are reported.
import assert from 'node:assert/strict'
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { tables } from '../../src/app.ts'
import { deepChecks } from '../../src/cli/actions/doctor-checks.ts'
import { loadSettings } from '../../src/config/load.ts'
import { parseStoreUrl } from '../../src/storage/open.ts'
import { backupSqlite } from '../../src/storage/sqlite/backup.ts'
import { lineJson, runLine } from '../support/cli-batch.ts'
import { type Crm, drivers, startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'

/** What --deep finds, without a process for each run. */
async function failuresOf(store: string): Promise<string[]> {
  const { values: settings, sources } = loadSettings({ flags: { store } })
  const findings = []
  for (const check of Object.values(deepChecks)) findings.push(...(await check({ settings, sources, tables })))
  return findings.filter(finding => finding.state === 'fail').map(finding => finding.text)
}

/** Fills all searchable entities, then changes, deletes and restores records, so that the word index has a history. */
async function fill(crm: Crm): Promise<void> {
  await lineJson(['seed', '--database', 'acme', '--entries', '300', '--store', crm.server.settings.store])
  const company = await crm.create('AbEntry', { CompanyName: 'Überbau & Söhne', Phone: '+1 613 555 0199' })
  await crm.create('Note', { ParentKey: company, Text: `quokka ${'a long note about nothing '.repeat(1_000)} wombat` })
  await crm.ok('Update', { AbEntry: { Data: { Key: company, CompanyName: 'Umbau' } } })
  const gone = await crm.create('Note', { ParentKey: company, Text: 'gone' })
  const back = await crm.create('Note', { ParentKey: company, Text: 'back again' })
  for (const Key of [gone, back]) await crm.ok('Delete', { Note: { Data: { Key } } })
  await crm.ok('Restore', { Note: { Data: { Key: back } }, Configuration: drivers })
}

eachMigrated('doctor --deep', (engine, fresh) => {
  const crm = fresh.use(() => startCrm({ engine, storeUrl: fresh.url() }))
  const change = (sql: string) => crm().server.store.write(tx => tx.run({ sql, params: [] }))
  before(() => fill(crm()))

  test('finds nothing in a sound store, beside a running server', async () => {
    const { ok, findings } = await lineJson<{
      ok: boolean
      findings: { check: string; state: string; text: string }[]
    }>(['doctor', '--deep', '--store', fresh.url(), '--public-url', crm().server.url])
    assert.ok(ok, JSON.stringify(findings))
    const deep = findings.filter(({ check }) => ['integrity', 'word index'].includes(check))
    assert.deepEqual(
      deep.map(({ state }) => state),
      // The PostgreSQL of the tests has no amcheck yet.
      [engine === 'sqlite' ? 'ok' : 'warn', 'ok'],
      JSON.stringify(deep),
    )
    assert.equal((await runLine(['doctor', '--store', fresh.url()])).stdout.includes('word index'), false)
  })

  test('reports records that differ from the word index, are missing in it, or were removed from the store', async () => {
    const one = "(select min(id) from ab_entry where deleted is null and type = 'Company')"
    await change(`update ab_entry set company_name = 'Zzyzx' where id = ${one}`)
    const words = engine === 'sqlite' ? 'opportunity_doc' : 'opportunity_words'
    await change(`delete from ${words} where id = (select min(id) from opportunity)`)
    await change('delete from note where id = (select max(id) from note where deleted is null)')
    const texts = (await failuresOf(fresh.url())).join('\n')
    assert.match(texts, /the word index of ab_entry differs from 1 of its rows, first from \w{20}/)
    assert.match(
      texts,
      engine === 'sqlite'
        ? /the word index of opportunity lacks 1 of its rows/
        : /the word index of opportunity differs from 1 of its rows/,
    )
    assert.match(
      texts,
      engine === 'sqlite' ? /the word index of note differs from 1/ : /note has words of 1 records that do not exist/,
    )
    const entries = engine === 'sqlite' ? 'ab_entry_doc' : 'ab_entry_words'
    await change(`update ${entries} set display_f = 'zzyzx' where id = (select max(id) from ${entries})`)
    assert.match(
      (await failuresOf(fresh.url())).join('\n'),
      /the word index of ab_entry has other names than 1 of its rows/,
    )
    if (engine === 'sqlite') {
      assert.match(texts, /the word index of opportunity has \d+ words of records that do not exist/)
      await change('delete from ab_entry_vocabulary where word = (select max(word) from ab_entry_vocabulary)')
      assert.match((await failuresOf(fresh.url())).join('\n'), /the vocabulary of ab_entry lacks 1 words/)
    }
  })

  test('reports rows that refer to a missing row', async () => {
    if (engine === 'sqlite') {
      const database = new DatabaseSync(fresh.url().slice('sqlite:'.length), { enableForeignKeyConstraints: false })
      database.exec('delete from interaction')
      database.close()
    } else {
      const client = new pg.Client(fresh.url())
      await client.connect()
      await client.query('set session_replication_role = replica; delete from interaction')
      await client.end()
    }
    const texts = (await failuresOf(fresh.url())).join('\n')
    assert.match(texts, /interaction_ab_entries has a row whose interaction does not exist/)
  })
})

describe('doctor --deep on PostgreSQL with amcheck', () => {
  test('reports an index that differs from its table', async () => {
    const crm = await startCrm({ engine: 'postgres' })
    const client = new pg.Client(crm.server.settings.store)
    await client.connect()
    try {
      await crm.create('AbEntry', { CompanyName: 'Acme' })
      await client.query('create extension amcheck')
      assert.deepEqual(await failuresOf(crm.server.settings.store), [])
      // An index over a function that is changed afterwards lacks the values of the new one.
      const body = (text: string) =>
        `create or replace function changed(text) returns text immutable language sql as '${text}'`
      await client.query(body('select $1'))
      await client.query('create index damaged on ab_entry (changed(company_name))')
      await client.query(body('select $1 || $1'))
      assert.match(
        (await failuresOf(crm.server.settings.store)).join('\n'),
        /^index damaged: heap tuple .* lacks matching/,
      )
    } finally {
      await client.end()
      await crm.close()
    }
  })
})

describe('doctor --deep on damaged pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-damage-'))
  const sound = join(folder, 'sound.db')
  let pages: { name: string; pageno: number; pagetype: string }[] = []
  let pageSize = 0
  before(async () => {
    const crm = await startCrm({ engine: 'sqlite' })
    await fill(crm)
    const address = parseStoreUrl(crm.server.settings.store)
    if (address.engine === 'sqlite') await backupSqlite(address.path, sound)
    await crm.close()
    const database = new DatabaseSync(sound, { readOnly: true })
    pages = database.prepare('SELECT name, pageno, pagetype FROM dbstat ORDER BY pageno').all() as typeof pages
    pageSize = Number(database.prepare('PRAGMA page_size').get()?.page_size)
    database.close()
    assert.deepEqual(await failuresOf(`sqlite:${sound}`), [])
  })
  after(() => rmSync(folder, { recursive: true }))

  /** The bytes where a page begins; the middle one of the pages of that kind. */
  const pageOf = (name: string, pagetype: string): number => {
    const found = pages.filter(page => page.name === name && page.pagetype === pagetype)
    const page = found[Math.floor(found.length / 2)]
    assert.ok(page, `${name} has a page of the kind ${pagetype}`)
    return (page.pageno - 1) * pageSize
  }
  const zeros = () => Buffer.alloc(pageSize)
  const noise = () => Buffer.from(Array.from({ length: pageSize }, (_, i) => (i * 7919 + (i >> 3)) & 0xff))
  const textAt = (text: string) => readFileSync(sound).indexOf(text)

  const cases: Record<string, () => [at: number, bytes: Buffer]> = {
    'a leaf of a table is zeros': () => [pageOf('ab_entry', 'leaf'), zeros()],
    'a leaf of a table is noise': () => [pageOf('opportunity', 'leaf'), noise()],
    'a leaf of a table is torn in the middle': () => [
      pageOf('interaction', 'leaf') + pageSize / 2,
      zeros().subarray(pageSize / 2),
    ],
    'an inner page of a table is zeros': () => [pageOf('ab_entry', 'internal'), zeros()],
    'a leaf of an index is zeros': () => [pageOf('sqlite_autoindex_ab_entry_1', 'leaf'), zeros()],
    'a leaf of an index is an older leaf': () => {
      const [first] = pages.filter(page => page.name === 'sqlite_autoindex_ab_entry_1' && page.pagetype === 'leaf')
      const from = ((first?.pageno ?? 1) - 1) * pageSize
      return [pageOf('sqlite_autoindex_ab_entry_1', 'leaf'), readFileSync(sound).subarray(from, from + pageSize)]
    },
    'a leaf of the word index is noise': () => [pageOf('ab_entry_words_data', 'leaf'), noise()],
    'a leaf of the docids is zeros': () => [pageOf('ab_entry_doc', 'leaf'), zeros()],
    'a leaf of the vocabulary is zeros': () => [pageOf('ab_entry_vocabulary', 'leaf'), zeros()],
    'the end of a long text is zeros': () => [textAt('wombat'), Buffer.alloc(6)],
    'a letter of a text is another': () => [textAt('quokka'), Buffer.from('quolka')],
    'the first page is noise': () => [0, noise()],
  }
  for (const [what, damage] of Object.entries(cases)) {
    test(`reports: ${what}`, async () => {
      const damaged = join(folder, 'damaged.db')
      copyFileSync(sound, damaged)
      const [at, bytes] = damage()
      const file = openSync(damaged, 'r+')
      writeSync(file, bytes, 0, bytes.length, at)
      closeSync(file)
      assert.notDeepEqual(readFileSync(damaged), readFileSync(sound))
      assert.notDeepEqual(await failuresOf(`sqlite:${damaged}`), [])
    })
  }
})
