// Models what numbering of events needs of PostgreSQL: transactions that overlap, counts of arrival, row locks, the advisory lock.
import { StoreUnavailable } from '../../src/base/errors.ts'
import { eventTable } from '../../src/events/tables.ts'
import type { Dialect, NumberedRows, Numbering } from '../../src/storage/dialect.ts'
import { Listeners } from '../../src/storage/nodes/listeners.ts'
import { type Topic, topics } from '../../src/storage/nodes/topics.ts'
import { Connection } from '../../src/storage/sqlite/connection.ts'
import { sqliteSchema } from '../../src/storage/sqlite/sql/schema.ts'
import type { Query, Row, Store, Tx, Value } from '../../src/storage/store.ts'
import { type Executor, type Publication, Transaction } from '../../src/storage/transaction.ts'
import { simulatedDialect } from './simulated-store.ts'
import type { Process, World } from './world.ts'

const numberingLock = 'numbering'
const lockText = 'model: lock'
const numberText = 'model: number'

/** Locks a record until the end of the transaction, and gives its version of the last commit. */
export const lockRecord = (db: number, record: string): Query => ({ sql: lockText, params: [`${db} ${record}`] })

const modelNumbering: Numbering = {
  announces: topics.events,
  lookMs: 400,
  lock: tx => void tx.defer({ sql: lockText, params: [numberingLock] }),
  turnsOf: () => [null],
  next: async () => null,
  findTurns: async () => [null],
  async number(tx, { from }, most) {
    this.lock(tx)
    return tx.rows<NumberedRows>({ sql: numberText, params: [from, most] })
  },
}

const inserted = eventTable.columns.map(({ name }) => name).filter(name => name !== 'position')
const insertText = `INSERT INTO event_log (${inserted.join(', ')}, arrival) VALUES (${inserted.map(() => '?').join(', ')}, ?)`

/** Events are inserted without a position; the model adds their count of arrival. */
const modelDialect: Dialect = {
  ...simulatedDialect,
  numbering: modelNumbering,
  inserter: () => row => ({ sql: insertText, params: inserted.map(name => row[name] ?? null) }),
}

interface OpenTransaction {
  readonly process: Process
  readonly writes: Query[]
  /** The names of its locks, and the new versions of records. */
  readonly locks: Map<string, number>
}

export interface ModelFaults {
  readonly statement: number
  readonly lostAnswer: number
  /** The share of statements that take seconds. */
  readonly slow: number
}

/** The committed state, and the locks of open transactions. */
export class PostgresModel {
  readonly #connection = new Connection(':memory:', { busyTimeoutMs: 0 })
  world!: World
  stores: ModelStore[] = []
  /** Numbers by a state that was read before the lock was taken, or by arrival; for tests of the checker. */
  mutation: string | null = null
  readonly #held = new Map<string, OpenTransaction>()
  #versions = new Map<string, number>()
  #arrivals = 0

  constructor() {
    for (const text of sqliteSchema.createTable(eventTable)) this.#connection.database.exec(text)
    this.#connection.database.exec('ALTER TABLE event_log ADD COLUMN arrival INTEGER')
    // Not unique: that a position was given twice is for the checks to find.
    this.#connection.database.exec('CREATE INDEX event_log_position ON event_log (db, position)')
  }

  enter(world: World, mutation: string | null): void {
    this.world = world
    this.mutation = mutation
    this.stores = []
    this.#held.clear()
    this.#versions = new Map()
    this.#arrivals = 0
    this.#connection.run({ sql: 'DELETE FROM event_log', params: [] })
  }

  rows<R = Row>(query: Query): R[] {
    return this.#connection.rows<R>(query)
  }

  /** Null while another transaction that lives has the lock. */
  take(name: string, transaction: OpenTransaction): number | null {
    const holder = this.#held.get(name)
    const isFree = !holder || holder === transaction || !holder.process.isAlive
    if (!isFree) return null
    this.#held.set(name, transaction)
    const version = this.#versions.get(name) ?? 0
    transaction.locks.set(name, version + 1)
    return version
  }

  /** The INSERT of an event draws its count of arrival now; other transactions see the row after the commit. */
  insert({ sql, params }: Query, { writes }: OpenTransaction): void {
    writes.push({ sql, params: [...params, ++this.#arrivals] as Value[] })
  }

  /** What the statement of postgresNumbering does, on the rows that are committed now. */
  number([from, most]: readonly Value[], { writes }: OpenTransaction): NumberedRows[] {
    const fresh = this.rows<{ db: number; id: string; arrival: number }>({
      sql: 'SELECT db, id, arrival FROM event_log WHERE position IS NULL AND arrival >= ? ORDER BY arrival LIMIT ?',
      params: [from as number, most as number],
    })
    return [...Map.groupBy(fresh, ({ db }) => db)].map(([db, rows]) => {
      const [last] = this.rows<{ last: number }>({
        sql: 'SELECT coalesce(max(position), 0) AS last FROM event_log WHERE db = ?',
        params: [db],
      })
      for (const [i, { id, arrival }] of rows.entries()) {
        const position = this.mutation === 'arrival as position' ? arrival : Number(last?.last) + i + 1
        writes.push({
          sql: 'UPDATE event_log SET position = ? WHERE db = ? AND id = ? AND position IS NULL',
          params: [position, db, id],
        })
      }
      return { db, rows: rows.length, arrival: Math.max(...rows.map(({ arrival }) => arrival)) }
    })
  }

  commit({ writes, locks }: OpenTransaction): void {
    this.#connection.control('BEGIN')
    try {
      for (const write of writes) this.#connection.run(write)
      this.#connection.control('COMMIT')
    } catch (error) {
      this.#connection.control('ROLLBACK')
      throw error
    }
    for (const [name, version] of locks) if (name !== numberingLock) this.#versions.set(name, version)
  }

  release(transaction: OpenTransaction): void {
    for (const name of transaction.locks.keys()) if (this.#held.get(name) === transaction) this.#held.delete(name)
  }
}

/** The store of one node. */
export class ModelStore {
  readonly dialect = modelDialect
  readonly clock: { now(): number }
  readonly #model: PostgresModel
  readonly #process: Process
  readonly #faults: ModelFaults
  readonly #listeners = new Listeners()

  constructor(model: PostgresModel, process: Process, faults: ModelFaults) {
    this.#model = model
    this.#process = process
    this.#faults = faults
    this.clock = model.world.clockOf(process)
    model.stores.push(this)
  }

  get port(): Store {
    return this as unknown as Store
  }

  async rows<R = Row>(query: Query): Promise<R[]> {
    this.#mayFail()
    const rows = this.#model.rows<R>(query)
    await this.#latency()
    return rows
  }

  async write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { world } = this.#model
    const open: OpenTransaction = { process: this.#process, writes: [], locks: new Map() }
    const tx = new Transaction(this.#executor(open))
    try {
      const value = await work(tx)
      await tx.settled()
      const publications = [...tx.end()]
      await this.#statement()
      this.#model.commit(open)
      this.#publish(publications)
      if (world.strikes(this.#faults.lostAnswer)) throw new StoreUnavailable('The write may have been done.')
      return value
    } finally {
      // The locks of a process that has died are free at once.
      if (this.#process.isAlive) {
        this.#model.release(open)
        await this.#latency()
      }
    }
  }

  subscribe<P>(topic: Topic<P>, listener: (payload: P) => void, missed?: () => void): () => void {
    return this.#listeners.add(topic, listener, missed)
  }

  #executor(open: OpenTransaction): Executor {
    let turn: Promise<unknown> = Promise.resolve()
    // The statements of a transaction keep their order, also those that are deferred.
    const inTurn = <R>(query: Query): Promise<R[]> => {
      const done = turn.then(() => this.#run<R>(query, open))
      turn = done.catch(() => {})
      return done
    }
    return {
      rows: inTurn,
      read: () => Promise.reject(new Error('The model has no such statement')),
      run: query => inTurn(query).then(({ length }) => length),
      defer: query => inTurn(query).then(({ length }) => length),
      announcement: () => null,
    }
  }

  async #run<R>(query: Query, open: OpenTransaction): Promise<R[]> {
    const model = this.#model
    await this.#statement()
    if (query.sql === numberText) {
      if (model.mutation === 'state before the lock') return this.#seenEarly(query, open) as R[]
      return model.number(query.params as Value[], open) as R[]
    }
    if (query.sql === insertText) {
      model.insert(query, open)
      return []
    }
    if (query.sql !== lockText) throw new Error(`The model has no statement ${query.sql}`)
    const name = String(query.params[0])
    if (name === numberingLock && model.mutation === 'state before the lock') this.#snapshot = model.rows(endsQuery)
    let version = model.take(name, open)
    for (; version === null; version = model.take(name, open)) await model.world.sleep(model.world.random.next() * 100)
    return [{ version }] as R[]
  }

  /** The end of each log before the lock was taken, for a mutation. */
  #snapshot: { db: number; last: number }[] = []

  #seenEarly({ params }: Query, open: OpenTransaction): NumberedRows[] {
    const before = open.writes.length
    const rows = this.#model.number(params as Value[], open)
    const next = new Map(this.#snapshot.map(({ db, last }) => [db, last]))
    for (const write of open.writes.slice(before)) {
      const [, db, id] = write.params as [number, number, string]
      next.set(db, (next.get(db) ?? 0) + 1)
      open.writes[open.writes.indexOf(write)] = { ...write, params: [next.get(db) as number, db, id] }
    }
    return rows
  }

  async #statement(): Promise<void> {
    await this.#latency()
    this.#mayFail()
  }

  #mayFail(): void {
    if (this.#model.world.strikes(this.#faults.statement))
      throw new StoreUnavailable('A simulated statement has failed.')
  }

  #latency(): Promise<void> {
    const { world } = this.#model
    const { random } = world
    return world.sleep(world.strikes(this.#faults.slow) ? random.next() * 5_000 : random.next() * 4)
  }

  #publish(publications: readonly Publication[]): void {
    const { world, stores } = this.#model
    this.#listeners.deliver(publications)
    const shared = publications.filter(({ local }) => !local)
    for (const other of stores) {
      if (other === this || shared.length === 0) continue
      // A connection that is lost loses what was published meanwhile, and says so.
      const isLost = world.strikes(0.1)
      const hear = () => (isLost ? other.#listeners.tellMissed() : other.#listeners.deliver(shared))
      world.timer(world.random.next() * 500, hear, other.#process)
    }
  }
}

const endsQuery: Query = {
  sql: 'SELECT db, max(position) AS last FROM event_log WHERE position IS NOT NULL GROUP BY db',
  params: [],
}
