// Simulates writers of two processes on one SQLite file: writers share commits, some fail, and processes die at any step.
import { Refusal, StoreUnavailable } from '../../../src/base/errors.ts'
import { appendEvent } from '../../../src/events/append.ts'
import { EventLog } from '../../../src/events/event-log.ts'
import { tables as eventTables } from '../../../src/events/tables.ts'
import { ConstraintViolation } from '../../../src/storage/statements/constraint-violation.ts'
import type { Store, Tx } from '../../../src/storage/store.ts'
import { required, table } from '../../../src/storage/table.ts'
import { Follower } from '../follower.ts'
import { Network } from '../network.ts'
import type { Protocol } from '../schedule.ts'
import { SimulatedDatabase, SimulatedStore, type StoreFaults, simulatedDialect } from '../simulated-store.ts'
import type { Process, World } from '../world.ts'

const db = 1

/** Each write adds two rows here, so that half a write can be seen. */
const halfTable = table({
  name: 'half',
  scope: 'global',
  columns: [required('id', 'text'), required('part', 'integer')],
  primaryKey: ['id', 'part'],
})
const counterTable = table({
  name: 'counter',
  scope: 'global',
  columns: [required('record', 'text'), required('version', 'integer')],
  primaryKey: ['record'],
})
const database = new SimulatedDatabase([...eventTables, halfTable, counterTable])

/** What a writer does: `refuses` throws before its first change, `breaks` after it, `repeats` violates a key. */
type Kind = 'writes' | 'refuses' | 'breaks' | 'repeats'
type Outcome = 'acknowledged' | 'failed' | 'unknown'

interface FileProcess {
  readonly process: Process
  readonly store: Store
}

class CommitWorld {
  readonly world: World
  readonly network: Network
  readonly #faults: StoreFaults
  readonly #processes: FileProcess[] = []
  readonly #outcomes = new Map<string, Outcome>()
  readonly #followers: Follower[] = []
  #end = 0
  #lives = 0

  constructor(world: World, mutation: string | null) {
    this.world = world
    const rate = world.random.next() * 0.06
    this.#faults = { read: 0, commit: rate, death: rate / 2, lostAnswer: 0 }
    this.network = new Network(world, { lost: rate, repeated: 0 })
    database.enter(world)
    database.commitsLate = mutation === 'answer before the commit'
    if (mutation === 'no rollback') {
      database.rewrite = text => (text === 'ROLLBACK' ? 'COMMIT' : text === 'ROLLBACK TO writer' ? 'SELECT 1' : text)
    }
    database.committed = () => this.#checkPositions()
    for (const at of [0, 1]) this.start(at)
  }

  /** Each commit adds the next positions of the log. */
  #checkPositions(): void {
    const added = database.rows<{ position: number }>('SELECT position FROM event_log WHERE position > ?', this.#end)
    for (const { position } of added) {
      if (position !== ++this.#end) this.world.violate(`Position ${position} follows ${this.#end - 1}`)
    }
  }

  start(at: number): void {
    const { world } = this
    const process = world.process(`process ${at}.${this.#lives++}`)
    const { port: store } = new SimulatedStore(database, process, this.#faults)
    this.#processes[at] = { process, store }
    world.timer(1, () => this.#follow(process, store), process)
  }

  #follow(process: Process, store: Store): void {
    const follower = new Follower(this.world, new EventLog(store, store.clock), db)
    this.#followers.push(follower)
    follower.run(() => process.isAlive)
  }

  async supervise(): Promise<never> {
    for (;;) {
      await this.world.sleep(this.world.random.next() * 500)
      for (const [at, { process }] of this.#processes.entries()) {
        if (this.world.strikes(0.02)) database.kill(process)
        if (!process.isAlive) this.start(at)
      }
    }
  }

  /** One writer after the other, each at any process. */
  async client(name: string, writes: number): Promise<void> {
    const { world } = this
    for (let i = 0; i < writes; i++) {
      await world.sleep(world.random.next() * 20)
      const id = `${name}.${i}`
      const kind = world.random.pick<Kind>(['writes', 'writes', 'writes', 'refuses', 'breaks', 'repeats'])
      const { process, store } = world.random.pick(this.#processes)
      const asked = () => store.write(tx => this.#work(tx, id, kind), { alone: world.random.chance(0.05) })
      const outcome = await this.network.ask(process, () => asked().then(() => 'acknowledged' as const, outcomeOf))
      this.#outcomes.set(id, outcome ?? 'unknown')
      world.note(`${id} ${kind}: ${outcome ?? 'no answer'}`)
      if (outcome === 'acknowledged') {
        if (kind !== 'writes') world.violate(`${id} failed and was acknowledged`)
        await this.#readBack(id)
      }
    }
  }

  async #work(tx: Tx, id: string, kind: Kind): Promise<void> {
    const { world } = this
    const record = world.random.pick(['a', 'b'])
    const [row] = await tx.rows<{ version: number }>({
      sql: 'SELECT version FROM counter WHERE record = ?',
      params: [record],
      facts: { reads: true },
    })
    if (kind === 'refuses') throw new Refusal([])
    const version = (row?.version ?? 0) + 1
    const add = (part: number) => ({ sql: 'INSERT INTO half (id, part) VALUES (?, ?)', params: [id, part] })
    await tx.run(add(1))
    await tx.run({ sql: 'INSERT OR REPLACE INTO counter (record, version) VALUES (?, ?)', params: [record, version] })
    if (kind === 'breaks') throw new Refusal([])
    if (kind === 'repeats') await tx.run(add(1))
    tx.defer(add(2))
    const facts = { entity: 'Note', operation: 'updated', uid: 'U', application: null, at: world.now } as const
    await appendEvent(tx, simulatedDialect, db, { id, record, version, ...facts })
  }

  /** What was acknowledged can be read by every process. */
  async #readBack(id: string): Promise<void> {
    const { process, store } = this.world.random.pick(this.#processes)
    const query = { sql: 'SELECT count(*) AS parts FROM half WHERE id = ?', params: [id] }
    const rows = await this.network.ask(process, () => store.rows<{ parts: number }>(query))
    if (rows && rows[0]?.parts !== 2) this.world.violate(`${id} was acknowledged and has ${rows[0]?.parts} parts`)
  }

  check(): void {
    const { world } = this
    const written = database.rows<{ id: string; parts: number }>('SELECT id, count(*) AS parts FROM half GROUP BY id')
    for (const { id, parts } of written) {
      if (parts !== 2) world.violate(`Half of ${id} was written`)
      if (this.#outcomes.get(id) === 'failed') world.violate(`${id} failed and was written`)
    }
    const ids = new Set(written.map(({ id }) => id))
    for (const [id, outcome] of this.#outcomes) {
      if (outcome === 'acknowledged' && !ids.has(id)) world.violate(`${id} was acknowledged and is lost`)
    }
    const events = database.rows<{ id: string }>('SELECT id FROM event_log')
    if (events.length !== ids.size) world.violate(`${ids.size} writes have ${events.length} events`)
    const versions = 'SELECT record, max(version) AS version, count(*) AS events FROM event_log GROUP BY record'
    for (const { record, version, events } of database.rows<{ record: string; version: number; events: number }>(
      versions,
    )) {
      if (version !== events) world.violate(`${record} has the version ${version} after ${events} writes`)
    }
    for (const follower of this.#followers) follower.check(events.length)
  }
}

const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof StoreUnavailable) return 'unknown'
  if (error instanceof Refusal || error instanceof ConstraintViolation) return 'failed'
  throw error
}

export const groupCommit: Protocol = {
  name: 'commit',
  mutations: ['answer before the commit', 'no rollback'],
  async run(world, mutation) {
    const commits = new CommitWorld(world, mutation)
    void commits.supervise()
    const clients = Array.from({ length: world.random.between(2, 6) }, (_, i) => commits.client(`c${i}`, 5))
    await Promise.all(clients)
    world.isCalm = true
    // Requests without an answer may be at work still, and followers read to the end.
    await world.sleep(3_000)
    commits.check()
  },
}
