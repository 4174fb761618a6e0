// Implements the store port for simulated nodes: the real group commit and real statements on one SQLite database in memory.
import { sql } from 'kysely'
import { StoreUnavailable } from '../../src/base/errors.ts'
import type { Dialect } from '../../src/storage/dialect.ts'
import { Listeners } from '../../src/storage/nodes/listeners.ts'
import type { Topic } from '../../src/storage/nodes/topics.ts'
import { Connection } from '../../src/storage/sqlite/connection.ts'
import { BUSY, translate } from '../../src/storage/sqlite/failures.ts'
import { sqliteDialect } from '../../src/storage/sqlite/sql/dialect.ts'
import { sqliteSchema } from '../../src/storage/sqlite/sql/schema.ts'
import { GroupCommit } from '../../src/storage/sqlite/writes/group-commit.ts'
import type { Query, Row, Store, Tx, WriteOptions } from '../../src/storage/store.ts'
import type { Table } from '../../src/storage/table.ts'
import type { Publication } from '../../src/storage/transaction.ts'
import type { Process, World } from './world.ts'

/** The dialect of SQLite, with the time of the world as the time of the store. */
export const simulatedDialect: Dialect = { ...sqliteDialect, storeTime: sql<number>`world_time()` }

/** How often a node sees each fault. */
export interface StoreFaults {
  /** A read fails. */
  readonly read: number
  /** The commit fails, and the group is rolled back. */
  readonly commit: number
  /** The node dies before or after the commit. */
  readonly death: number
  /** The write is committed, and its writer gets an error. */
  readonly lostAnswer: number
}

export const noFaults: StoreFaults = { read: 0, commit: 0, death: 0, lostAnswer: 0 }

const ioError = () => Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 })
const busyError = () => Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: BUSY })

/** The database that all nodes of a world share. One for each protocol and process; `enter` empties it for the next world. */
export class SimulatedDatabase {
  readonly connection = new Connection(':memory:', { busyTimeoutMs: 0 })
  readonly #tables: readonly Table[]
  world!: World
  stores: SimulatedStore[] = []
  /** The node that has begun a transaction; the others wait for it. */
  writer: Process | null = null
  /** Changes statements, and acknowledges commits before they are made, for tests of the checker. */
  rewrite: (text: string) => string = text => text
  commitsLate = false
  /** Called after each commit. */
  committed: () => void = () => {}

  constructor(tables: readonly Table[]) {
    this.#tables = tables
    const { database } = this.connection
    database.function('world_time', () => this.world.now)
    for (const table of tables) {
      for (const text of sqliteSchema.createTable(table)) database.exec(text)
      for (const { name } of table.indexes ?? []) {
        for (const text of sqliteSchema.createIndex(table, name)) database.exec(text)
      }
    }
  }

  enter(world: World): void {
    this.world = world
    this.release()
    this.stores = []
    this.rewrite = text => text
    this.commitsLate = false
    this.committed = () => {}
    for (const { name } of this.#tables) this.connection.run({ sql: `DELETE FROM ${name}`, params: [] })
  }

  /** Rolls the open transaction back, as the death of its process does. */
  release(): void {
    if (this.connection.database.isTransaction) this.connection.control('ROLLBACK')
    this.writer = null
  }

  kill(process: Process): void {
    if (this.writer === process) this.release()
    this.world.kill(process)
  }

  /** Reads the committed state, for checks; no node notices. */
  rows<R = Row>(text: string, ...params: (string | number)[]): R[] {
    return this.connection.rows<R>({ sql: text, params })
  }
}

export class SimulatedStore {
  readonly dialect = simulatedDialect
  readonly shared = true
  readonly clock: { now(): number }
  readonly #database: SimulatedDatabase
  readonly #process: Process
  readonly #faults: StoreFaults
  readonly #listeners = new Listeners()
  readonly #writes: GroupCommit

  constructor(database: SimulatedDatabase, process: Process, faults: StoreFaults) {
    this.#database = database
    this.#process = process
    this.#faults = faults
    this.clock = database.world.clockOf(process)
    this.#writes = new GroupCommit({
      connection: this.#connection(),
      check: () => {},
      announce: () => {},
      committed: () => {},
      deliver: publications => this.#publish(publications),
      onTiming: () => {},
    })
    database.stores.push(this)
  }

  /** The port as the product knows it. What only other code uses is absent. */
  get port(): Store {
    return this as unknown as Store
  }

  async rows<R = Row>({ sql: text, params }: Query): Promise<R[]> {
    const { world } = this.#database
    // WAL would read the state before the open transaction; the database in memory has one connection, so the read waits.
    while (this.#database.writer) await world.sleep(1)
    if (world.strikes(this.#faults.read)) throw new StoreUnavailable('A simulated read has failed.')
    const rows = this.#database.connection.rows<R>({ sql: this.#database.rewrite(text), params })
    await this.#latency()
    return rows
  }

  async write<T>(work: (tx: Tx) => Promise<T>, { timeoutMs = 10_000, ...options }: WriteOptions = {}): Promise<T> {
    const { world } = this.#database
    try {
      const value = await this.#writes.submit(work, { ...options, waitMs: timeoutMs })
      if (world.strikes(this.#faults.lostAnswer)) {
        throw new StoreUnavailable('The connection was lost while committing: the write may have been done.')
      }
      return value
    } finally {
      // A process that has died gets no answer.
      await this.#latency()
    }
  }

  subscribe<P>(topic: Topic<P>, listener: (payload: P) => void, missed?: () => void): () => void {
    return this.#listeners.add(topic, listener, missed)
  }

  identity = async (): Promise<string> => 'simulated'
  freeBytes = async (): Promise<null> => null

  /** Often nothing, sometimes long. The promise of a dead process never settles. */
  #latency(): Promise<void> {
    const { random } = this.#database.world
    return this.#database.world.sleep(random.chance(0.1) ? random.next() * 200 : random.next() * 5)
  }

  /** Own listeners at once, those of other nodes within a second. */
  #publish(publications: readonly Publication[]): void {
    const { world, stores } = this.#database
    this.#listeners.deliver(publications)
    for (const other of stores) {
      if (other === this || !other.#process.isAlive) continue
      const shared = publications.filter(({ local }) => !local)
      if (shared.length > 0) {
        world.timer(world.random.next() * 1_000, () => other.#listeners.deliver(shared), other.#process)
      }
    }
  }

  #connection(): ConstructorParameters<typeof GroupCommit>[0]['connection'] {
    const database = this.#database
    const process = this.#process
    const { connection } = database
    /** A statement of a dead process reaches no database. */
    const alive = <A, R>(step: (given: A) => R): ((given: A) => R) => {
      return given => {
        if (!process.isAlive) throw translate(ioError())
        return step(given)
      }
    }
    const rewritten = (query: Query): Query => ({ ...query, sql: database.rewrite(query.sql) })
    return {
      rows: alive(query => connection.rows(rewritten(query))) as Connection['rows'],
      arrays: alive(query => connection.arrays(rewritten(query))),
      timedArrays: (query, time) => connection.timedArrays(rewritten(query), time),
      run: alive(query => connection.run(rewritten(query))),
      control: alive(text => this.#control(text)),
      database: {
        get isTransaction() {
          return database.writer === process
        },
      },
    }
  }

  #control(text: string): void {
    const database = this.#database
    const { world, connection } = database
    if (text === 'BEGIN IMMEDIATE') {
      if (database.writer) throw busyError()
      database.writer = this.#process
    }
    if (text === 'COMMIT' && database.commitsLate) return void world.timer(20, () => this.#commitLate())
    if (text === 'COMMIT') {
      this.#commit()
      return
    }
    connection.control(database.rewrite(text))
    if (text === 'ROLLBACK') database.writer = null
    else if (text !== 'BEGIN IMMEDIATE') world.note(text.toLowerCase())
  }

  #commit(): void {
    const database = this.#database
    const { world } = database
    const dies = world.strikes(this.#faults.death)
    if (dies && world.random.chance(0.5)) this.#die()
    if (world.strikes(this.#faults.commit)) throw ioError()
    database.connection.control('COMMIT')
    database.writer = null
    database.committed()
    if (dies) this.#die()
  }

  #commitLate(): void {
    try {
      this.#commit()
    } catch {
      this.#database.release()
    }
  }

  #die(): never {
    this.#database.kill(this.#process)
    throw ioError()
  }
}
