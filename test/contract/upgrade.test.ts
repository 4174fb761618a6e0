// Tests rolling upgrades: a release only adds to the tables of earlier ones, so nodes of both can serve one store.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, test } from 'node:test'
import { tables } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { version } from '../../src/base/version.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { release } from '../../src/storage/schema/migrations.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Store, Value } from '../../src/storage/store.ts'
import type { Column, Table } from '../../src/storage/table.ts'
import { runCli } from '../support/cli.ts'
import { eachEngine, freshStoreUrl } from '../support/engines.ts'

interface Released {
  readonly version: string
  readonly number: number
  readonly tables: readonly Table[]
}

const major = (of: string) => of.split('.')[0]

/** The releases of this major version that `npm run record-schema` has recorded. A major version may remove. */
function releasesIn(folder: string): Released[] {
  const all = existsSync(folder) ? readdirSync(folder) : []
  // Beside the tables of a release lies its store, as `.store.jsonl.gz`.
  const names = all.filter(name => /^\d+\.\d+\.\d+\.jsonl$/.test(name) && major(name) === major(version))
  return names.map(name => {
    const [head, ...rows] = readFileSync(join(folder, name), 'utf8').trim().split('\n')
    return { ...(JSON.parse(head as string) as Released), tables: rows.map(row => JSON.parse(row) as Table) }
  })
}

/** A release before this one: a table and some columns are still to be added. It stands in until there are releases. */
function earlierRelease(): Released {
  const without = (table: Table): Table => {
    const used = new Set([
      ...table.primaryKey,
      ...(table.indexes ?? []).flatMap(({ columns }) => columns),
      ...(table.foreignKeys ?? []).flatMap(({ columns }) => columns),
    ])
    const added = table.columns.findLast(({ name, nullable }) => nullable && !used.has(name))
    return { ...table, columns: table.columns.filter(column => column !== added) }
  }
  const before = tables.filter(({ name }) => name !== 'idempotency').map(without)
  return { version: `the one before ${version}`, number: release.number, tables: before }
}

const releases = [earlierRelease(), ...releasesIn(resolve(import.meta.dirname, 'released'))]

const tableOf = (name: string, from: readonly Table[] = tables) => from.find(table => table.name === name)
const shape = (of: { columns: readonly string[]; unique?: boolean }) => [of.columns, of.unique === true]

/** What the declared tables do to those of a release that its nodes would not survive. */
function* harms(released: Released, declared: readonly Table[]): Generator<string> {
  for (const old of released.tables) {
    const now = tableOf(old.name, declared)
    if (!now) {
      yield `${old.name} was removed`
      continue
    }
    if (String(now.primaryKey) !== String(old.primaryKey)) yield `${old.name} has another primary key`
    if ((old.search ?? false) !== (now.search ?? false)) yield `${old.name} lost or got a word index`
    yield* columnHarms(old, now)
    for (const index of now.indexes ?? []) {
      const before = old.indexes?.find(({ name }) => name === index.name)
      if (before && String(shape(before)) !== String(shape(index))) {
        yield `${old.name}: the index ${index.name} was changed; nodes of both releases would make it anew in turn`
      }
      const isNewRule = !before && index.unique && index.columns.every(name => old.columns.some(c => c.name === name))
      if (isNewRule) yield `${old.name}: the unique index ${index.name} refuses what released nodes write`
    }
  }
}

function* columnHarms(old: Table, now: Table): Generator<string> {
  for (const column of old.columns) {
    const found = now.columns.find(({ name }) => name === column.name)
    const at = `${old.name}.${column.name}`
    if (!found) yield `${at} was removed`
    else if (found.type !== column.type) yield `${at} has another type`
    else if (column.nullable && !found.nullable) yield `${at} may no longer be null`
    else if (column.default !== found.default) yield `${at} has another default`
  }
  for (const column of now.columns.filter(({ name }) => !old.columns.some(c => c.name === name))) {
    if (!column.nullable && column.default === undefined) yield `${old.name}.${column.name} is new and has no default`
  }
}

describe('what a release may change', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-released-'))
  after(() => rmSync(folder, { recursive: true }))

  test('the tables of a release are recorded as they are declared', () => {
    const script = resolve(import.meta.dirname, '../../scripts/record-schema.ts')
    const next = `${major(version)}.999.0`
    execFileSync(process.execPath, [script, next, folder])
    const [recorded] = releasesIn(folder)
    assert.deepEqual([recorded?.version, recorded?.number], [next, release.number])
    assert.equal(JSON.stringify(recorded?.tables), JSON.stringify(tables))
  })

  for (const released of releases) {
    test(`the tables of ${released.version} are only added to`, () =>
      assert.deepEqual([...harms(released, tables)], []))
  }

  test('each kind of harm is noticed', () => {
    const [released] = releases as [Released]
    const changed = (change: (user: Table) => Table) =>
      [
        ...harms(
          released,
          tables.map(table => (table.name === 'user' ? change(table) : table)),
        ),
      ].join()
    const columns = (change: (column: Column) => Column | null) => (user: Table) => ({
      ...user,
      columns: user.columns.map(column => (column.name === 'email' ? change(column) : column)).filter(c => c !== null),
    })
    const told: [string, (user: Table) => Table][] = [
      ['user.email was removed', columns(() => null)],
      ['user.email has another type', columns(column => ({ ...column, type: 'integer' }))],
      ['user.email has another default', columns(column => ({ ...column, default: '' }))],
      ['user has another primary key', user => ({ ...user, primaryKey: ['id'] })],
      ['user lost or got a word index', user => ({ ...user, search: true })],
      [
        'user.extra is new and has no default',
        user => ({ ...user, columns: [...user.columns, { name: 'extra', type: 'text', nullable: false }] }),
      ],
      [
        'user: the unique index once refuses what released nodes write',
        user => ({
          ...user,
          indexes: [...(user.indexes ?? []), { name: 'once', columns: ['db', 'email'], unique: true }],
        }),
      ],
    ]
    for (const [harm, change] of told) assert.equal(changed(change), harm)
    assert.match(
      changed(user => ({ ...user, indexes: [{ name: 'email', columns: ['db', 'id'] }] })),
      /was changed/,
    )
    assert.match([...harms(released, [])].join(), /user was removed/)
  })
})

/** A value of the n-th row; rows with the same n refer to each other. */
const sample = ({ type }: Column, n: number): Value =>
  ({ text: `x${n}`, integer: n, exact: BigInt(n), real: n / 2, flag: 1, bytes: new Uint8Array([n]) })[type]

const inOrder = (given: readonly Table[]): Table[] => {
  const ordered: Table[] = []
  const waits = ({ name, foreignKeys = [] }: Table) =>
    foreignKeys.some(key => key.table !== name && !ordered.some(table => table.name === key.table))
  while (ordered.length < given.length)
    ordered.push(...given.filter(t => !ordered.includes(t) && !waits(t)).slice(0, 1))
  return ordered
}

/** What nodes of a release do: insert, change and read rows by the columns that they know. */
async function writeAsReleased(store: Store, released: Released, n: number): Promise<void> {
  const builder = store.dialect.dynamicBuilder
  for (const { name, columns, primaryKey } of inOrder(released.tables)) {
    const row = Object.fromEntries(columns.map(column => [column.name, sample(column, n)]))
    const key = primaryKey.map(column => [column, row[column]] as const)
    const others = Object.fromEntries(Object.entries(row).filter(([column]) => !primaryKey.includes(column)))
    await store.write(async tx => {
      await tx.run(compile(builder.insertInto(name).values(row)))
      if (Object.keys(others).length === 0) return
      let update = builder.updateTable(name).set(others)
      for (const [column, value] of key) update = update.where(column, '=', value)
      assert.equal(await tx.run(compile(update)), 1, name)
    })
    let select = builder.selectFrom(name).select(columns.filter(c => c.type !== 'exact').map(c => c.name))
    for (const [column, value] of key) select = select.where(column, '=', value)
    assert.equal((await store.read(compile(select))).length, 1, name)
  }
}

async function deleteAsReleased(store: Store, released: Released, n: number): Promise<void> {
  for (const { name, columns, primaryKey } of inOrder(released.tables).reverse()) {
    let remove = store.dialect.dynamicBuilder.deleteFrom(name)
    for (const column of columns.filter(c => primaryKey.includes(c.name))) {
      remove = remove.where(column.name, '=', sample(column, n))
    }
    assert.equal(await store.write(tx => tx.run(compile(remove))), 1, name)
  }
}

eachEngine('a rolling upgrade', engine => {
  for (const released of releases) {
    test(`what nodes of ${released.version} write is accepted before and after the migration`, async () => {
      const { url, remove } = await freshStoreUrl(engine)
      const store = await openStore(url, { clock: systemClock })
      try {
        await migrate(store, released.tables, { number: released.number, steps: [] })
        await writeAsReleased(store, released, 1)
        await migrate(store, tables)
        const shapes = await store.schema.tables(store)
        for (const { name, columns } of released.tables) {
          for (const column of columns) assert.ok(shapes.get(name)?.columns.has(column.name), `${name}.${column.name}`)
        }
        await writeAsReleased(store, released, 2)
        await deleteAsReleased(store, released, 1)
      } finally {
        await store.close()
        await remove()
      }
    })
  }

  test('a server refuses to start on a store of a newer release, and says so', async () => {
    const { url, remove } = await freshStoreUrl(engine)
    const store = await openStore(url, { clock: systemClock })
    try {
      await migrate(store, tables, { number: release.number + 1, steps: [] })
      const { status, stderr } = await runCli(['serve', '--store', url, '--port', '0', '--host', '127.0.0.1'])
      assert.equal(status, 1)
      assert.match(stderr, /The store was migrated by a newer release \(schema \d+; this release knows \d+\)/)
    } finally {
      await store.close()
      await remove()
    }
  })
})
