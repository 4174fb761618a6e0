// Tests that a store of each release is migrated, read, searched and written by this version, on both engines.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { newerThan, releaseSection, withVersion } from '../../scripts/release/stamp.mjs'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Value } from '../../src/storage/store.ts'
import type { Column, Table } from '../../src/storage/table.ts'
import { lineJson } from '../support/cli-batch.ts'
import { eachEngine, freshStoreUrl } from '../support/engines.ts'
import { startServer, type TestServer } from '../support/server.ts'

interface Rows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

const stored = resolve(import.meta.dirname, 'released')
const fresh = mkdtempSync(join(tmpdir(), 'clientele-recorded-'))
after(() => rmSync(fresh, { recursive: true, force: true }))

/** The present state stands in as a release, so that the scripts that record one are tested too. */
const present = '999.0.0'
before(() => {
  for (const script of ['record-schema', 'record-store']) {
    const path = resolve(import.meta.dirname, `../../scripts/${script}.ts`)
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', path, present, fresh])
  }
})

const releasesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap(name => /^(\d+\.\d+\.\d+)\.store\.jsonl\.gz$/.exec(name)?.[1] ?? [])
    : []

const releases = [
  { version: present, folder: fresh },
  ...releasesIn(stored).map(version => ({ version, folder: stored })),
]

function storedValue(given: unknown, { type }: Column): Value {
  if (given === null || typeof given === 'string' || typeof given === 'number') return given
  const { n, b } = given as { n?: string; b?: string }
  if (b !== undefined) return new Uint8Array(Buffer.from(b, 'base64'))
  return type === 'exact' ? BigInt(n ?? 0) : Number(n)
}

/** Makes the store as the release had it. */
async function load(url: string, version: string, folder: string): Promise<void> {
  const [head = '', ...declared] = readFileSync(join(folder, `${version}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  const tables = declared.map(line => JSON.parse(line) as Table)
  const { number } = JSON.parse(head) as { number: number }
  const text = gunzipSync(readFileSync(join(folder, `${version}.store.jsonl.gz`))).toString()
  const store = await openStore(url, { clock: systemClock })
  await migrate(store, tables, { number, steps: [] })
  const all = text
    .split('\n')
    .slice(1)
    .map(line => JSON.parse(line) as Rows)
  const parents = new Map(tables.map(({ name, foreignKeys = [] }) => [name, foreignKeys.map(key => key.table)]))
  const depth = (name: string): number =>
    Math.max(0, ...(parents.get(name) ?? []).filter(p => p !== name).map(p => depth(p) + 1))
  for (const { table, columns, rows } of all.sort((a, b) => depth(a.table) - depth(b.table))) {
    const kinds = columns.map(
      name => tables.find(one => one.name === table)?.columns.find(c => c.name === name) as Column,
    )
    await store.write(async tx => {
      await tx.run(compile(store.dialect.dynamicBuilder.deleteFrom(table)))
      for (const row of rows) {
        const values = Object.fromEntries(columns.map((name, i) => [name, storedValue(row[i], kinds[i] as Column)]))
        await tx.run(compile(store.dialect.dynamicBuilder.insertInto(table).values(values)))
      }
    })
  }
  await store.close()
}

eachEngine('a store of a release', engine => {
  for (const { version, folder } of releases) {
    describe(version, () => {
      let place: Awaited<ReturnType<typeof freshStoreUrl>>
      let server: TestServer
      let token = ''
      const send = async (operation: string, body: object) => {
        const headers = { authorization: `Bearer ${token}` }
        const answer = await fetch(`${server.url}/api/${operation}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        return (await answer.json()) as { Code: number; AbEntry: { Data: Record<string, unknown>[] } }
      }
      const read = async (SearchQuery: object, Fields: object) => {
        const { Code, AbEntry } = await send('Read', { AbEntry: { Scope: { Fields }, Criteria: { SearchQuery } } })
        assert.equal(Code, 0)
        return AbEntry.Data
      }
      before(async () => {
        place = await freshStoreUrl(engine)
        await load(place.url, version, folder)
        await lineJson(['migrate', '--store', place.url])
        await lineJson(['reindex', '--store', place.url])
        const own = ['--database', 'acme', '--user', 'ANN', '--store', place.url]
        token = (await lineJson<{ token: string }>(['token', 'create', ...own, '--name', 'tests'])).token
        server = await startServer({ engine, storeUrl: place.url })
      })
      after(async () => {
        await server?.close()
        await place?.remove()
      })

      test('has its records with their fields, found by word, key and folded name', async () => {
        const [counted] = await read({}, { '$COUNT()': 1 })
        assert.ok(Number(counted?.['$COUNT()']) >= 62, JSON.stringify(counted))
        const [bakery] = await read({ $PHRASE: 'lakeside' }, { CompanyName: 1, 'Udf/$NAME(Level)': 1 })
        assert.deepEqual(bakery, { CompanyName: 'Lakeside Bakery', 'Udf/$NAME(Level)': 'Gold' })
        const [other] = await read({ 'ExternalKeys/Key': { $EQ: '7' } }, { CompanyName: 1 })
        assert.equal(other?.CompanyName, 'Löwenzahn Übersetzungen')
        assert.equal((await read({ CompanyName: { $LIKE: 'lowenzahn%' } }, { Key: 1 })).length, 1)
      })

      test('has contacts that say whether everyone may read their company', async () => {
        const sql = `select c.company_name_open, case when p.sec_access_read = 0 then 1 else 0 end
          from ab_entry c join ab_entry p on p.db = c.db and p.id = c.parent_key`
        const rows = await server.store.readSlow({ sql, params: [] })
        assert.ok(rows.length > 0)
        for (const [said, isOpen] of rows) assert.equal(said, isOpen)
      })

      test('takes writes, and is sound', async () => {
        const { Code } = await send('Create', {
          AbEntry: { Data: { Type: 'Company', CompanyName: 'After The Upgrade' } },
        })
        assert.equal(Code, 0)
        assert.equal((await read({ $PHRASE: 'upgrade' }, { Key: 1 })).length, 1)
        const { state } = await lineJson<{ state: string }>(['migrate', '--dry-run', '--store', place.url])
        assert.equal(state, 'current')
      })
    })
  }
})

describe('a release', () => {
  test('stamps the version of the package alone, in lock files too', () => {
    const lock =
      '{\n  "name": "a",\n  "version": "0.1.0",\n  "packages": {\n    "": {\n      "version": "0.1.0"\n    },\n    "b": {\n      "version": "0.1.0"\n    }\n  }\n}\n'
    const stamped = JSON.parse(withVersion(lock, '0.2.0'))
    assert.deepEqual(
      [stamped.version, stamped.packages[''].version, stamped.packages.b.version],
      ['0.2.0', '0.2.0', '0.1.0'],
    )
  })

  test('turns "Unreleased" into its section once, and refuses to say nothing', () => {
    const text = '# Changelog\n\n## Unreleased\n\n- Something.\n'
    const made = releaseSection(text, '0.2.0', '2026-01-05')
    assert.equal(made, '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-01-05)\n\n- Something.\n')
    assert.equal(releaseSection(made, '0.2.0', '2026-01-06'), made)
    assert.throws(
      () => releaseSection('# Changelog\n\n## Unreleased\n', '0.2.0', '2026-01-05'),
      /says nothing about 0\.2\.0/,
    )
  })

  test('is newer by numbers', () => {
    assert.deepEqual(
      [newerThan('0.10.0', '0.9.0'), newerThan('0.9.0', '0.9.0'), newerThan('1.0.0', '1.0.1')],
      [true, false, false],
    )
  })
})
