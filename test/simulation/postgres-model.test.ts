// Compares the model of numbering with PostgreSQL: the same transactions in the same order get the same positions on both.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { systemClock } from '../../src/base/clock.ts'
import { eventTable, tables } from '../../src/events/tables.ts'
import { Random } from '../../src/seed/random.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { rowInserter } from '../../src/storage/schema/table-statements.ts'
import type { Store } from '../../src/storage/store.ts'
import { dropDatabase, freshDatabase } from '../support/postgres.ts'
import { ModelStore, PostgresModel } from './postgres-model.ts'
import { World } from './world.ts'

const histories = 20
const stepsOfHistory = 30
const writers = 3
/** Rounds that number so few events leave some for the next round. */
const most = 4

const insert = rowInserter(eventTable)
const rowsQuery = { sql: 'SELECT db, id, position FROM event_log ORDER BY arrival', params: [] }

describe('the model of numbering', () => {
  let url: string
  let store: Store
  let clients: pg.Client[]
  before(async () => {
    url = await freshDatabase()
    store = await openStore(url, { clock: systemClock })
    await migrate(store, tables)
    clients = Array.from({ length: writers }, () => new pg.Client({ connectionString: url }))
    await Promise.all(clients.map(client => client.connect()))
  })
  after(async () => {
    await Promise.all(clients.map(client => client.end()))
    await store.close()
    await dropDatabase(url)
  })

  /** Runs a history of overlapping transactions on both, step by step, and gives the rows of both. */
  async function runHistory(seed: number): Promise<readonly [object[], object[]]> {
    const random = new Random(seed)
    const model = new PostgresModel()
    const world = new World(seed)
    model.enter(world, null)
    const { dialect } = new ModelStore(model, world.current, { statement: 0, lostAnswer: 0, slow: 0 })
    await clients[0]?.query('TRUNCATE event_log RESTART IDENTITY')
    const newTransaction = () => ({ process: world.current, writes: [], locks: new Map() })
    const open = clients.map(newTransaction)
    const number = (from: number) =>
      store.write(tx => store.dialect.numbering.number(tx, { ...unnumbered, from }, most, null))
    for (const client of clients) await client.query('BEGIN')
    for (let step = 0; step < stepsOfHistory; step++) {
      const at = random.between(0, writers - 1)
      const [client, transaction] = [clients[at] as pg.Client, open[at] as ReturnType<typeof newTransaction>]
      const act = random.pick(['insert', 'insert', 'insert', 'commit', 'roll back', 'number'])
      if (act === 'insert') {
        const facts = {
          entity: 'Note',
          record: 'r',
          operation: 'updated',
          version: 1,
          uid: 'U',
          application: null,
          at: 0,
        }
        const row = { db: random.between(1, 2), id: `e${step}`, ...facts }
        const columns = Object.keys(row)
        const places = columns.map((_, i) => `$${i + 1}`).join(', ')
        await client.query(`INSERT INTO event_log (${columns.join(', ')}) VALUES (${places})`, Object.values(row))
        model.insert(insert(dialect, row), transaction)
      } else if (act === 'number') {
        await number(0)
        const numbering = newTransaction()
        model.number([0, most], numbering)
        model.commit(numbering)
      } else {
        await client.query(act === 'commit' ? 'COMMIT' : 'ROLLBACK')
        if (act === 'commit') model.commit(transaction)
        open[at] = newTransaction()
        await client.query('BEGIN')
      }
    }
    for (const client of clients) await client.query('ROLLBACK')
    // The rows of the engines differ in their prototypes.
    const plain = (rows: object[]) => rows.map(row => ({ ...row }))
    return [plain(await store.rows(rowsQuery)), plain(model.rows(rowsQuery))]
  }

  test(`gives the positions of PostgreSQL in ${histories} random histories`, async () => {
    let numbered = 0
    for (let seed = 1; seed <= histories; seed++) {
      const [real, modelled] = await runHistory(seed)
      assert.deepEqual(modelled, real, `history ${seed}`)
      numbered += real.filter(row => (row as { position: number | null }).position !== null).length
    }
    assert.ok(numbered > histories, `${numbered} events were numbered`)
  })
})

const unnumbered = { table: eventTable.name, column: 'position' }
