// Migrates the tables of a store to those declared: derived additions and numbered steps, once, under a lock, recorded.
import { hash } from 'node:crypto'
import { seconds } from '../../base/clock.ts'
import { type Args, type RowsOf, statementsOn } from '../statement.ts'
import type { Query, Reader, SchemaPort, Store, TableShape, Tx } from '../store.ts'
import { column, required, type Table, type TablesOf, table } from '../table.ts'
import { checkTables } from './check-tables.ts'
import { indexName, indexShape } from './ddl.ts'
import { type MigrationStep, type Release, release as thisRelease } from './migrations.ts'
import { insertStatement } from './table-statements.ts'

const versionTable = table({
  name: 'schema_version',
  scope: 'global',
  columns: [
    required('id', 'integer'),
    required('number', 'integer'),
    required('digest', 'text'),
    // Counts the writes by which servers find out whether the store can be written (health/probe-write.ts).
    column('probes', 'integer'),
  ],
  primaryKey: ['id'],
})

const recordTable = table({
  name: 'migration',
  scope: 'global',
  columns: [required('number', 'integer'), required('name', 'text'), required('applied', 'integer')],
  primaryKey: ['number'],
})

const statement = statementsOn<TablesOf<[typeof versionTable, typeof recordTable]>>()

const versionRow = statement(db => db.selectFrom('schema_version').select(['number', 'digest']))
const insertVersion = insertStatement(versionTable)
const setVersion = statement((db, p: Args<Version>) =>
  db.updateTable('schema_version').set({ number: p('number'), digest: p('digest') }),
)
const insertRecord = insertStatement(recordTable)

/** The release that migrated a store last, and the digest of the tables that it declared. */
type Version = RowsOf<typeof versionRow>

export class StoreTooNew extends Error {
  constructor(stored: number, own: number) {
    super(
      `The store was migrated by a newer release (schema ${stored}; this release knows ${own}). ` +
        'Run that release, or restore a backup made before the upgrade.',
    )
    this.name = 'StoreTooNew'
  }
}

/** Returns a sentence for each change; empty when the store was as declared. */
export async function migrate(
  store: Store,
  tables: readonly Table[],
  release: Release = thisRelease,
): Promise<string[]> {
  const { all, digest } = declared(store.schema, tables, release)
  const before = await readVersion(store, store)
  if (isCurrent(before, digest, release) && (await isPlaced(store.schema, store, all))) return []
  return store.schema.exclusively(async tx => {
    const version = await readVersion(store, tx)
    if (isCurrent(version, digest, release) && (await isPlaced(store.schema, tx, all))) return []
    const { conversions = [], changes = [] } = Object.groupBy(stepsAfter(version, release), step =>
      step.convertsRows ? 'conversions' : 'changes',
    )
    const done = [
      ...(await runSteps(store, tx, changes)),
      ...(await derive(store.schema, tx, all, apply(tx))),
      ...(await runSteps(store, tx, conversions)),
    ]
    await apply(tx)(store.schema.afterChange(all))
    await record(store, tx, version, { number: release.number, digest })
    return done
  })
}

interface MigrationStatus {
  readonly state: 'current' | 'pending' | 'newer'
  /** The store's schema number, null for an empty store. */
  readonly stored: number | null
  readonly own: number
  readonly pending: readonly string[]
}

/** What `migrate` would do. */
export async function migrationStatus(
  store: Store,
  tables: readonly Table[],
  release: Release = thisRelease,
): Promise<MigrationStatus> {
  const { all, digest } = declared(store.schema, tables, release)
  const version = await readVersion(store, store)
  const base = { stored: version?.number ?? null, own: release.number }
  if (version && version.number > release.number) return { state: 'newer', ...base, pending: [] }
  if (isCurrent(version, digest, release) && (await isPlaced(store.schema, store, all))) {
    return { state: 'current', ...base, pending: [] }
  }
  const steps = stepsAfter(version, release)
  const additions = await derive(store.schema, store, all, async () => {})
  return { state: 'pending', ...base, pending: [...steps.map(step => step.name), ...additions] }
}

function declared(schema: SchemaPort, tables: readonly Table[], release: Release) {
  const all = inOrder([versionTable, recordTable, ...schema.ownTables, ...tables])
  checkTables(all)
  return { all, digest: hash('sha256', JSON.stringify([release.number, all]), 'base64url') }
}

type PlacedTable = Pick<Table, 'name' | 'scope' | 'besideTenants'>

/** Whether all tables are on the nodes that they belong to. After nodes were added, or a backup was restored, they are not. */
async function isPlaced(schema: SchemaPort, reader: Reader, tables: readonly Table[]): Promise<boolean> {
  const all = tables.flatMap((table): PlacedTable[] => [table, ...searchTablesOf(schema, table)])
  const wanted = all.filter(table => schema.place(table).length > 0)
  if (wanted.length === 0) return true
  const placed = await schema.placed(reader)
  return wanted.every(({ name }) => placed.has(name))
}

/** The tables of the word index of a table, which are placed as the table is. */
const searchTablesOf = (schema: SchemaPort, table: Table): PlacedTable[] =>
  table.search === true ? schema.searchTables(table.name).map(name => ({ ...table, name })) : []

/** Throws for a store of a newer release. */
function isCurrent(version: Version | null, digest: string, release: Release): boolean {
  if (version && version.number > release.number) throw new StoreTooNew(version.number, release.number)
  return version !== null && version.number === release.number && version.digest === digest
}

async function readVersion(store: Store, reader: Reader): Promise<Version | null> {
  if (!(await store.schema.exists(reader, versionTable.name))) return null
  const [row] = await reader.rows(versionRow(store.dialect, {}))
  return row ?? null
}

/** A new store is created in its current form and needs no steps. */
const stepsAfter = (version: Version | null, { steps }: Release): MigrationStep[] =>
  version === null ? [] : steps.filter(step => step.number > version.number).sort((a, b) => a.number - b.number)

async function runSteps(store: Store, tx: Tx, steps: readonly MigrationStep[]): Promise<string[]> {
  const done: string[] = []
  for (const step of steps) {
    await step.run(tx, store.schema, store.dialect)
    const applied = seconds(store.clock)
    await tx.run(insertRecord(store.dialect, { number: step.number, name: step.name, applied }))
    done.push(step.name)
  }
  return done
}

async function record(store: Store, tx: Tx, before: Version | null, after: Version): Promise<void> {
  if (before === null) {
    await tx.run(insertVersion(store.dialect, { id: 1, ...after, probes: null }))
    await tx.run(insertRecord(store.dialect, { number: 0, name: 'created', applied: seconds(store.clock) }))
  } else await tx.run(setVersion(store.dialect, after))
}

/** Adds everything that is declared and missing. What exists without a declaration is left alone. */
async function derive(
  schema: SchemaPort,
  reader: Reader,
  tables: readonly Table[],
  execute: (statements: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const done: string[] = []
  const shapes = await schema.tables(reader)
  const placed = await schema.placed(reader)
  const perform = async (what: string, statements: readonly string[]) => {
    await execute(statements)
    done.push(what)
  }
  const place = async (table: PlacedTable) => {
    const statements = placed.has(table.name) ? [] : schema.place(table)
    if (statements.length > 0) await perform(`place table ${table.name}`, statements)
  }
  for (const table of tables) {
    const shape = shapes.get(table.name)
    if (!shape) await perform(`create table ${table.name}`, schema.createTable(table))
    else {
      for (const { name } of table.columns.filter(c => !shape.columns.has(c.name))) {
        await perform(`add column ${table.name}.${name}`, schema.addColumn(table, name))
      }
    }
    await deriveIndexes(schema, table, shape, perform)
    await place(table)
    if (table.search !== true) continue
    const existing = new Set(schema.searchTables(table.name).filter(name => shapes.has(name)))
    if (existing.size < schema.searchTables(table.name).length) {
      await perform(`create word index ${table.name}_words`, schema.createSearch(table, existing))
    }
    for (const words of searchTablesOf(schema, table)) await place(words)
  }
  return done
}

async function deriveIndexes(
  schema: SchemaPort,
  table: Table,
  shape: TableShape | undefined,
  perform: (what: string, statements: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const index of table.indexes ?? []) {
    const name = indexName(table, index.name)
    const found = shape?.indexes.get(name)
    if (found === indexShape(index.columns, index.unique === true)) continue
    const drop = found === undefined ? [] : schema.dropIndex(name)
    await perform(`create index ${name}`, [...drop, ...schema.createIndex(table, index.name)])
  }
}

const apply = (tx: Tx) => async (statements: readonly string[]) => {
  for (const sql of statements) await tx.run(text(sql))
}

/** Tables after those that they refer to. */
function inOrder(tables: readonly Table[]): Table[] {
  const byName = new Map(tables.map(table => [table.name, table]))
  const ordered = new Set<Table>()
  const visit = (table: Table, path: readonly Table[]): void => {
    if (ordered.has(table) || path.includes(table)) return
    for (const key of table.foreignKeys ?? []) {
      const target = byName.get(key.table)
      if (target) visit(target, [...path, table])
    }
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return tables.length === byName.size ? [...ordered] : [...tables]
}

const text = (sql: string): Query => ({ sql, params: [] })
