// Tests `clientele reindex`: each kind of damage to the word index is repaired, beside writers, and after an interruption.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { deepChecks } from '../../src/cli/actions/doctor-checks.ts'
import type { Check } from '../../src/cli/actions/doctor-finding.ts'
import { loadSettings } from '../../src/config/load.ts'
import { decodeKey } from '../../src/fields/record-key.ts'
import { allDatabases, reindex } from '../../src/model/reindex.ts'
import { tables } from '../../src/model/tables.ts'
import { startCli } from '../support/cli.ts'
import { lineJson, runLine } from '../support/cli-batch.ts'
import { drivers, startCrm } from '../support/crm.ts'
import { type Engine, eachMigrated } from '../support/engines.ts'
import { until } from '../support/until.ts'

interface Reindexed {
  readonly records: number
  readonly resumed: boolean
}

interface Damage {
  readonly what: string
  /** Damages of one round are done and repaired together: they concern other tables, or other findings. */
  readonly round: number
  readonly sql: readonly string[]
  /** What doctor says. */
  readonly says: RegExp
}

const live = (table: string) => `(select min(id) from ${table} where deleted is null)`

/** Statements that make the word index differ from the records; `db` is the database. */
function damages(engine: Engine, db: number): Damage[] {
  const entries = (table: string) => `${table}_${engine === 'sqlite' ? 'doc' : 'words'}`
  const company = "(select max(id) from ab_entry where deleted is null and type = 'Company')"
  const both: Damage[] = [
    {
      what: 'wrong words',
      round: 1,
      sql: [`update ab_entry set company_name = 'Zzyzx' where id = ${company}`],
      says: /ab_entry differs from 1 of its rows/,
    },
    {
      what: 'missing words',
      round: 1,
      sql: [`delete from ${entries('opportunity')} where id = ${live('opportunity')}`],
      says: engine === 'sqlite' ? /opportunity lacks 1 of its rows/ : /opportunity differs from 1 of its rows/,
    },
    {
      what: 'no words at all',
      round: 1,
      sql: [`delete from ${entries('note')}`],
      says: engine === 'sqlite' ? /note lacks \d+ of its rows/ : /note differs from \d+ of its rows/,
    },
    {
      what: 'wrong names',
      round: 2,
      sql: [`update ${entries('ab_entry')} set display_f = 'zzyzx' where id = ${live('ab_entry')}`],
      says: /ab_entry has other names than 1 of its rows/,
    },
    {
      what: 'words of records that are gone',
      round: 2,
      sql: ['delete from note where id = (select max(id) from note where deleted is null)'],
      says: engine === 'sqlite' ? /note differs from 1/ : /note has words of 1 records that do not exist/,
    },
    {
      what: 'words of records in the bin',
      round: 3,
      sql: [`update note set deleted = 'unit' where id = ${live('note')}`],
      says: engine === 'sqlite' ? /note differs from 1/ : /note has words of 1 records that do not exist/,
    },
  ]
  return [...both, ...(engine === 'sqlite' ? damagesOfSqlite(db) : damagesOfPostgres(db, company))]
}

/** Damages of the FTS5 index: its vocabulary, and words that no docid leads to. */
const damagesOfSqlite = (db: number): Damage[] => [
  {
    what: 'words that the vocabulary lacks',
    round: 3,
    sql: ['delete from ab_entry_vocabulary where word = (select max(word) from ab_entry_vocabulary)'],
    says: /the vocabulary of ab_entry lacks 1 words/,
  },
  {
    what: 'words without a docid',
    round: 4,
    sql: [`insert into note_words (rowid, words) values (77, '${db}_tzzyzx')`],
    says: /note has 1 words of records that do not exist/,
  },
]

/** Damages of the postings, by which the index finds rare words. */
function damagesOfPostgres(db: number, company: string): Damage[] {
  const firstCompany = company.replace('max', 'min')
  const posting = (word: string, id: string) =>
    `insert into ab_entry_postings (db, word, id) select ${db}, '${db}_n${word}', ${id}`
  return [
    {
      what: 'missing postings',
      round: 2,
      sql: ['delete from ab_entry_postings where id = (select min(id) from ab_entry_postings)'],
      says: /the postings of ab_entry lack \d+ words/,
    },
    {
      what: 'postings that no record has',
      round: 3,
      sql: [posting('qqq', company), posting('qqq', "'nowhere'")],
      says: /the postings of ab_entry have 2 words that no record has/,
    },
    {
      what: 'a posting that the new words of a record have',
      round: 4,
      sql: [`update ab_entry set company_name = 'Qqqx' where id = ${firstCompany}`, posting('qqqx', firstCompany)],
      says: /the postings of ab_entry have 1 words that no record has/,
    },
  ]
}

/** What the check of the word index finds. */
async function wordFindings(store: string) {
  const { values: settings, sources } = loadSettings({ flags: { store } })
  const findings = await (deepChecks['word index'] as Check)({ settings, sources, tables })
  return findings.filter(({ state }) => state === 'fail')
}

eachMigrated('reindex', (engine, fresh) => {
  const crm = fresh.use(() => startCrm({ engine, storeUrl: fresh.url() }))
  const store = () => crm().server.store
  const change = (sql: string) => store().write(tx => tx.run({ sql, params: [] }))
  const line = (...args: string[]) => [...args, '--store', fresh.url()]
  const count = async (sql: string) => Number((await store().read({ sql, params: [] }))[0]?.[0])
  const wrongNames = () => change('update ab_entry set company_name = company_name || company_name')
  const find = async (phrase: string) => {
    const Criteria = { SearchQuery: { $PHRASE: phrase } }
    const read = { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria }, Configuration: drivers }
    return (await crm().ok('Read', read)).AbEntry.Data.map(({ Key }: { Key: string }) => Key)
  }
  before(async () => {
    await lineJson(line('seed', '--database', 'acme', '--entries', '150'))
    for (const Text of ['first note', 'second note', 'third note']) {
      await crm().create('Note', { ParentKey: await crm().create('AbEntry', { CompanyName: 'Acme' }), Text })
    }
  })

  test('repairs each kind of damage, which doctor --deep reports with this command as the remedy', async () => {
    const rounds = Map.groupBy(damages(engine, crm().database.id), ({ round }) => round)
    for (const damaged of rounds.values()) {
      for (const statement of damaged.flatMap(({ sql }) => sql)) await change(statement)
      const found = await wordFindings(fresh.url())
      const text = found.map(finding => finding.text).join('\n')
      for (const { what, says } of damaged) assert.match(text, says, what)
      for (const { todo } of found) assert.match(String(todo), /^Run "clientele reindex"/)
      const { records, resumed } = await lineJson<Reindexed>(line('reindex'))
      const what = damaged.map(damage => damage.what).join(', ')
      assert.ok(records > 150 && !resumed, what)
      assert.deepEqual(await wordFindings(fresh.url()), [], what)
    }
    assert.equal((await find('zzyzx')).length, 1)
    assert.equal((await find('qqqx')).length, engine === 'sqlite' ? 0 : 1)
    assert.equal(await count('select count(*) from reindex'), 0, 'no position is left')
  })

  test('doctor --deep --fix rebuilds an index that differs', async () => {
    await wrongNames()
    const { findings } = await lineJson<{ findings: { check: string; state: string; text: string }[] }>(
      line('doctor', '--deep', '--fix', '--public-url', crm().server.url),
    )
    const words = findings.filter(({ check }) => check === 'word index')
    assert.deepEqual(
      words.map(({ state, text }) => [state, text.replace(/\d+/, 'N')]),
      [['ok', 'was rebuilt from N records']],
    )
    assert.deepEqual(await wordFindings(fresh.url()), [])
  })

  test('rebuilds one database alone if it is named', async () => {
    const other = await crm().addDatabase('other')
    const { Key } = await crm().setUp('AbEntry', { CompanyName: 'Elsewhere' }, other)
    await wrongNames()
    await lineJson(line('reindex', '--database', 'acme'))
    assert.match(
      (await wordFindings(fresh.url()))[0]?.text ?? '',
      new RegExp(`differs from 1 .* ${decodeKey(Key)?.id}`),
    )
    const { stdout } = await runLine(line('reindex', '--database', 'other'))
    assert.match(stdout, /^Rebuilt the words of \d+ records in [\d.]+ s\.\n$/)
    assert.deepEqual(await wordFindings(fresh.url()), [])
    const unknown = await runLine(line('reindex', '--database', 'nowhere'))
    assert.deepEqual([unknown.status, unknown.stderr.includes('There is no database nowhere')], [1, true])
  })

  test('goes on where an interrupted run has ended, unless it is to restart', async () => {
    const all = (await lineJson<Reindexed>(line('reindex'))).records
    const interrupt = async () => {
      let pieces = 0
      const ends = () => ++pieces > 4
      return reindex(store(), await allDatabases(store()), { pieceRows: 50, ends })
    }
    await wrongNames()
    const first = await interrupt()
    assert.ok(!first.finished && first.records > 0 && first.records < all)
    assert.notDeepEqual(await wordFindings(fresh.url()), [])
    const second = await lineJson<Reindexed>(line('reindex'))
    assert.deepEqual([second.resumed, second.records], [true, all - first.records])
    assert.deepEqual(await wordFindings(fresh.url()), [])
    await interrupt()
    const anew = await lineJson<Reindexed>(line('reindex', '--restart'))
    assert.deepEqual([anew.resumed, anew.records], [false, all])
  })

  test('writes beside a rebuild keep the right words', async () => {
    let isOver = false
    const write = async (name: string) => {
      const created: string[] = []
      for (let i = 0; !isOver || i < 5; i++) {
        const key = await crm().create('AbEntry', { CompanyName: `${name} ${i}` })
        created.push(key)
        const earlier = created[Math.floor(created.length / 2)]
        await crm().ok('Update', { AbEntry: { Data: { Key: earlier, CompanyName: `${name} renamed ${i}` } } })
        await crm().ok('Delete', { AbEntry: { Data: { Key: key } } })
        await crm().ok('Restore', { AbEntry: { Data: { Key: key } }, Configuration: drivers })
      }
      return created
    }
    const writers = Promise.all(['Quagga', 'Okapi', 'Numbat'].map(write))
    const databases = await allDatabases(store())
    // Two runs at a time share the positions.
    const runs = [1, 2].map(async () => {
      for (let i = 0; i < 2; i++) await reindex(store(), databases, { restart: true, pieceRows: 20 })
    })
    await Promise.all(runs)
    isOver = true
    const created = (await writers).flat()
    assert.deepEqual(await wordFindings(fresh.url()), [])
    const found = [...(await find('quagga')), ...(await find('okapi')), ...(await find('numbat'))]
    assert.deepEqual(found.sort(), created.sort())
  })

  if (engine === 'postgres') {
    test('a record that is created while a range is rebuilt keeps its words', async () => {
      const db = crm().database.id
      const { search } = store().dialect
      let key = ''
      await store().write(async tx => {
        const locked = (await tx.read({ sql: 'select id from ab_entry where db = $1 for update', params: [db] })).map(
          ([id]) => String(id),
        )
        key ||= await crm().create('AbEntry', { CompanyName: 'Vicuna' })
        await search.rebuild(tx, 'ab_entry', db, { after: '', upTo: '\u{10ffff}', locked, records: [] })
      })
      assert.deepEqual(await find('vicuna'), [key])
      assert.equal((await find('acme')).length, 0)
      await lineJson(line('reindex'))
      assert.ok((await find('acme')).length > 0)
      assert.deepEqual(await wordFindings(fresh.url()), [])
    })

    test('Ctrl-C ends the command between two pieces, and the next run goes on', async () => {
      const all = (await lineJson<Reindexed>(line('reindex'))).records
      const client = new pg.Client(fresh.url())
      await client.connect()
      await client.query('begin; select 1 from opportunity for update')
      const child = startCli(line('reindex'))
      const ended = new Promise(resolve => child.on('close', (_status, signal) => resolve(signal)))
      await until(
        async () => (await count("select count(*) from reindex where entity = 'AbEntry' and step = 'done'")) > 0,
      )
      await until(async () => (await count('select count(*) from pg_locks where not granted')) > 0)
      child.kill('SIGINT')
      assert.equal(await ended, 'SIGINT')
      await client.query('rollback')
      await client.end()
      const { resumed, records } = await lineJson<Reindexed>(line('reindex'))
      assert.ok(resumed && records > 0 && records < all)
      assert.deepEqual(await wordFindings(fresh.url()), [])
    })
  }
})
