// Checks that bulk-loaded sample data arrives exactly as if each record had been sent to the API.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { tables } from '../../src/app.ts'
import { manualClock } from '../../src/base/clock.ts'
import { Problems } from '../../src/base/errors.ts'
import { loadSettings } from '../../src/config/load.ts'
import type { RecordRow } from '../../src/entities/entity.ts'
import { tables as modelTables } from '../../src/model/tables.ts'
import { writeRecord } from '../../src/operations/record/record-write.ts'
import { RowStore } from '../../src/operations/rows/row-store.ts'
import { createDatabaseWithDefaults } from '../../src/operations/system/new-database.ts'
import { systemContext } from '../../src/operations/system/system-context.ts'
import { bulkCreate } from '../../src/seed/bulk-create.ts'
import { BulkRows } from '../../src/seed/bulk-rows.ts'
import type { GeneratedRecord } from '../../src/seed/generated-record.ts'
import { makeUnit } from '../../src/seed/make-unit.ts'
import { readReferenceData } from '../../src/seed/reference-data.ts'
import { seedDatabase } from '../../src/seed/seed.ts'
import { ensureSetups } from '../../src/seed/setups.ts'
import { systemCreate } from '../../src/seed/system-write.ts'
import { openStore } from '../../src/storage/open.ts'
import { postgresDialect } from '../../src/storage/postgres/sql/dialect.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Query, Reader, Store, Tx } from '../../src/storage/store.ts'
import { type Engine, eachEngine, freshStoreUrl } from '../support/engines.ts'

const noon = Date.UTC(2026, 5, 15, 12)
const midnight = Date.UTC(2026, 5, 15) / 1000
const days = { first: '2022-01-01', last: '2026-06-15' }
const settings = loadSettings({ flags: {} }).values
const units = 60

/** The tables that records are written to, traces left out: made-up data has no history. */
const compared = modelTables.filter(table => !['history', 'counter'].includes(table.name))

async function prepared(store: Store) {
  await migrate(store, tables)
  const parts = { store, clock: manualClock(noon), settings }
  const database = await createDatabaseWithDefaults(parts, { name: 'made', currency: 'CAD' })
  await ensureSetups(parts, database)
  const users = ['ANN', 'BOB'].map(Uid => ({ Uid, LastName: Uid, Email: `${Uid}@example.com`, Admin: true }))
  await systemCreate(parts, database, 'User', users)
  return { parts, database }
}

/** Stages get identifiers of their own each time: they are known by their opportunity and their place. */
function withoutStageIds(content: Map<string, RecordRow[]>): Map<string, RecordRow[]> {
  const stages = content.get('sales_stage') ?? []
  const names = new Map(stages.map(row => [row.id, `${row.opportunity_key} ${row.sequence}`]))
  for (const row of stages) row.id = names.get(row.id) ?? null
  for (const row of content.get('opportunity') ?? [])
    row.current_sales_stage = names.get(row.current_sales_stage ?? null) ?? null
  for (const rows of content.values()) rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return content
}

/** Every row of the database; exact amounts as text, so that rows can be sorted. */
async function rowsOf(rows: RowStore): Promise<Map<string, RecordRow[]>> {
  const content = new Map<string, RecordRow[]>()
  for (const { name } of compared) {
    const found = await rows.select(name, {})
    const plain = found.map(row =>
      Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? `${value}` : value] as const),
    )
    content.set(
      name,
      plain.map(row => Object.fromEntries(row)),
    )
  }
  return content
}

async function contentOf(tx: Tx, rows: RowStore): Promise<Map<string, RecordRow[]>> {
  const content = await rowsOf(rows)
  for (const { name } of compared.filter(table => table.search)) {
    content.set(`${name} words`, await wordsOf(tx, rows, name))
  }
  return withoutStageIds(content)
}

/** The content of the word index, in the form that each engine can read. */
function wordsOf(tx: Tx, { dialect }: RowStore, table: string): Promise<RecordRow[]> {
  if (dialect === postgresDialect) {
    return tx.rows<RecordRow>({ sql: `SELECT id, words::text AS words FROM "${table}_words" ORDER BY id`, params: [] })
  }
  const view = `temp."${table}_instances"`
  return tx
    .run({
      sql: `CREATE VIRTUAL TABLE IF NOT EXISTS ${view} USING fts5vocab(main, '${table}_words', 'instance')`,
      params: [],
    })
    .then(() =>
      tx.rows<RecordRow>({
        sql: `SELECT d.id, v.term FROM ${view} v JOIN "${table}_doc" d ON d.doc = v.doc ORDER BY d.id, v.term`,
        params: [],
      }),
    )
}

/** Row by row, so that a failure shows the row that differs. */
function assertSame(actual: readonly RecordRow[], expected: readonly RecordRow[], name: string): void {
  assert.equal(actual.length, expected.length, name)
  for (const [i, row] of expected.entries()) assert.deepEqual(actual[i], row, name)
}

class Undone extends Error {}

test('threads that write in turn do not let the log of SQLite grow with each batch', async () => {
  const { url, remove } = await freshStoreUrl('sqlite')
  const store = await openStore(url, { clock: manualClock(noon) })
  try {
    const { parts, database } = await prepared(store)
    const sizes: number[] = []
    const onProgress = () => sizes.push(statSync(`${url.slice('sqlite:'.length)}-wal`).size / 2 ** 20)
    const inThreads = { ...parts, settings: { ...settings, store: url } }
    const counts = await seedDatabase(inThreads, { database, entries: 12_500, seed: 1, onProgress })
    assert.equal(counts.AbEntry, 12_500)
    assert.ok(Math.max(...sizes) < 40, `the log had ${sizes.map(Math.round)} MB after each batch`)
  } finally {
    await store.close()
    await remove()
  }
})

eachEngine('bulk', (_engine, fresh) => {
  test('the bulk path stores what ordinary writes store', async () => {
    const store = await fresh.open({ clock: manualClock(noon) })
    const { parts, database } = await prepared(store)
    const context = await systemContext(parts, database)
    const referenceData = await readReferenceData(store, store.dialect, context.catalog, days)
    const setting = { seed: 5, referenceData, newId: context.newId, today: midnight, entries: 360 }
    const made: GeneratedRecord[] = Array.from({ length: units }, (_, n) => makeUnit(setting, n, 100)).flat()
    const kinds = new Set(made.map(record => record.entity))
    assert.deepEqual([...kinds].sort(), [
      'AbEntry',
      'Appointment',
      'Case',
      'Interaction',
      'Lead',
      'Note',
      'Opportunity',
      'Task',
    ])

    const written = async (write: (tx: Tx) => Promise<RowStore>): Promise<Map<string, RecordRow[]>> => {
      let content = new Map<string, RecordRow[]>()
      const undone = store.write(async tx => {
        content = await contentOf(tx, await write(tx))
        throw new Undone()
      })
      await assert.rejects(undone, Undone)
      return content
    }

    const bulk = await written(async tx => {
      const numbers = made.filter(record => record.entity === 'Case').map((_, i) => i + 1)
      const rows = new BulkRows(tx, store.dialect, database.id)
      rows.allow('Case', numbers)
      for (const record of made) await bulkCreate(record, rows, context)
      await rows.flush(tx)
      return new RowStore(tx, store.dialect, database.id)
    })
    const ordinary = await written(async tx => {
      const rows = new RowStore(tx, store.dialect, database.id)
      for (const { entity, id, at, uid, data } of made) {
        const own = { ...context, now: at, caller: { ...context.caller, uid } }
        const problems = new Problems()
        const request = { entity: context.catalog.model.entity(entity), data, path: entity, id }
        await writeRecord('Create', request, { rows, context: own, options: {}, hashes: new Map() }, problems)
        assert.deepEqual(problems.list, [])
      }
      return rows
    })
    for (const [name, rows] of ordinary) assertSame(bulk.get(name) ?? [], rows, name)
    assert.ok((bulk.get('ab_entry words') ?? []).length > units)
    assert.ok((bulk.get('sales_stage') ?? []).length > units)
  })
})

/** Identifiers differ from run to run: records are known by their order, what they refer to by its name. */
function withoutIds(content: Map<string, RecordRow[]>): Map<string, RecordRow[]> {
  const names = new Map<unknown, string>()
  for (const [table, rows] of content) {
    const ids = rows.map(row => String(row.id)).sort()
    for (const row of rows) {
      if (typeof row.id !== 'string' || row.id.length < 20) continue
      names.set(row.id, seeded.includes(table) ? `${table} ${ids.indexOf(row.id)}` : `${table} ${row.display}`)
    }
  }
  for (const rows of content.values()) {
    for (const row of rows) {
      for (const [key, value] of Object.entries(row)) {
        const [kind, id] = String(value).split('\t')
        row[key] = names.get(value) ?? (id === undefined ? value : `${kind} ${names.get(id) ?? id}`)
      }
    }
    rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return content
}

const seeded = ['ab_entry', 'address', 'interaction', 'opportunity', 'note', 'case', 'lead', 'sales_stage']

async function seededContent(engine: Engine, seed: number): Promise<Map<string, RecordRow[]>> {
  const { url, remove } = await freshStoreUrl(engine)
  const store = await openStore(url, { clock: manualClock(noon) })
  try {
    const { parts, database } = await prepared(store)
    const counts = await seedDatabase(parts, { database, entries: 300, seed })
    assert.equal(counts.AbEntry, 300)
    return await store.write(async tx => {
      const rows = new RowStore(tx, store.dialect, database.id)
      assert.ok(!(await rows.exists('event_log', { entity: 'AbEntry' })), 'made-up data raises no events')
      return withoutIds(await rowsOf(rows))
    })
  } finally {
    await store.close()
    await remove()
  }
}

test('a seed makes the same data on both engines, and another seed makes other data', async () => {
  const one = await seededContent('sqlite', 1)
  const other = await seededContent('postgres', 1)
  for (const [name, rows] of one) assertSame(other.get(name) ?? [], rows, name)
  const different = await seededContent('sqlite', 2)
  assert.notEqual(JSON.stringify(different.get('ab_entry')), JSON.stringify(one.get('ab_entry')))
})

eachEngine('bulk', (_engine, fresh) => {
  test('what records refer to is the same, in whatever order the engine gives items of the same number', async () => {
    const store = await fresh.open()
    const { parts, database } = await prepared(store)
    const { catalog } = await systemContext(parts, database)
    const otherwise: Reader = {
      read: query => store.read(query),
      rows: async <R>(query: Query) => {
        const rows = await store.rows<RecordRow>(query)
        const turned = query.sql.includes('option_item') ? rows.reverse() : rows
        return turned.sort((a, b) => Number(a.item) - Number(b.item)) as R[]
      },
    }
    const referenceData = await readReferenceData(store, store.dialect, catalog, days)
    assert.ok(referenceData.facts.length > 1_000)
    assert.equal((await readReferenceData(otherwise, store.dialect, catalog, days)).facts, referenceData.facts)
  })
})
