// Simulates writers whose transactions overlap, and nodes that number their events: as on PostgreSQL, after the commit.
import { StoreUnavailable } from '../../../src/base/errors.ts'
import { appendEvent } from '../../../src/events/append.ts'
import { EventLog, type LoggedEvent } from '../../../src/events/event-log.ts'
import { startNumberer } from '../../../src/events/numberer.ts'
import { Follower } from '../follower.ts'
import { lockRecord, type ModelFaults, ModelStore, PostgresModel } from '../postgres-model.ts'
import type { Protocol } from '../schedule.ts'
import type { Process, World } from '../world.ts'

const databases = [1, 2]
const model = new PostgresModel()

interface NumberingNode {
  readonly process: Process
  readonly store: ModelStore
}

/** A write, and the moments between which it was answered; `end` is infinite without an answer. */
interface Write {
  readonly db: number
  readonly id: string
  readonly begin: number
  end: number
}

class NumberingWorld {
  readonly world: World
  readonly #faults: ModelFaults
  readonly #nodes: NumberingNode[] = []
  readonly #followers: { readonly follower: Follower; readonly db: number }[] = []
  readonly #writes: Write[] = []
  #lives = 0

  constructor(world: World, mutation: string | null) {
    this.world = world
    const rate = world.random.next() * 0.03
    this.#faults = { statement: rate, lostAnswer: rate, slow: world.random.next() * 0.05 }
    model.enter(world, mutation)
    for (const at of world.random.chance(0.3) ? [0, 1, 2] : [0, 1]) this.start(at)
  }

  start(at: number): void {
    const { world } = this
    const process = world.process(`node ${at}.${this.#lives++}`)
    const store = new ModelStore(model, process, this.#faults)
    this.#nodes[at] = { process, store }
    world.timer(1, () => this.#serve(process, store), process)
  }

  #serve(process: Process, store: ModelStore): void {
    const { world } = this
    startNumberer(store.port, world.log)
    const log = new EventLog(store.port, store.clock)
    for (const db of databases) {
      const follower = new Follower(world, log, db)
      this.#followers.push({ follower, db })
      follower.run(() => process.isAlive)
    }
  }

  async chaos(): Promise<void> {
    const { world } = this
    for (;;) {
      await world.sleep(world.random.next() * 1_000)
      for (const [at, { process }] of this.#nodes.entries()) {
        if (world.strikes(0.05)) world.kill(process)
        if (!process.isAlive && world.random.chance(0.5)) this.start(at)
      }
    }
  }

  /** One write after the other; the next one begins when the last was answered, or its node died. */
  async client(name: string, writes: number): Promise<void> {
    const { world } = this
    for (let i = 0; i < writes; i++) {
      const isLong = world.random.chance(0.0002)
      await world.sleep(isLong ? 310_000 : world.random.next() * 300)
      const { process, store } = world.random.pick(this.#nodes)
      const write = {
        db: world.random.pick(databases),
        id: `${name}.${i}`,
        begin: world.elapsed,
        end: Number.POSITIVE_INFINITY,
      }
      this.#writes.push(write)
      await this.#answered(process, () => this.#write(store, write))
    }
  }

  async #write({ port: store }: ModelStore, write: Write): Promise<void> {
    const { world } = this
    const { db, id } = write
    const record = world.random.pick(['a', 'b', 'c'])
    try {
      await store.write(async tx => {
        const [row] = await tx.rows<{ version: number }>(lockRecord(db, record))
        const facts = { entity: 'Note', operation: 'updated', uid: 'U', application: null, at: world.now } as const
        await appendEvent(tx, store.dialect, db, { id, record, version: Number(row?.version) + 1, ...facts })
      })
      write.end = world.elapsed
      world.note(`${id} was written`)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  /** Runs a request in the process of a node; a client whose node has died goes on after a while. */
  #answered(process: Process, handle: () => Promise<void>): Promise<void> {
    const { world } = this
    const client = world.current
    return new Promise((resolve, reject) => {
      world.timer(20_000, resolve, client)
      const back = (settle: () => void) => world.timer(1, settle, client)
      const run = () =>
        void handle().then(
          () => back(resolve),
          error => back(() => reject(error)),
        )
      world.timer(1, run, process)
    })
  }

  check(): void {
    const { world } = this
    for (const db of databases) {
      const events = model.rows<LoggedEvent>({
        sql: 'SELECT id, position, record, version FROM event_log WHERE db = ? ORDER BY position',
        params: [db],
      })
      for (const [i, { id, position }] of events.entries()) {
        if (position !== i + 1) world.violate(`${id} of database ${db} has the position ${position}, not ${i + 1}`)
      }
      this.#checkOrder(db, new Map(events.map(({ id, position }) => [id, position])))
      for (const one of this.#followers) if (one.db === db) one.follower.check(events.length)
    }
  }

  /** A write that was answered before another one began has the lower position, and is there. */
  #checkOrder(db: number, positions: ReadonlyMap<string, number>): void {
    const written = this.#writes.filter(write => write.db === db)
    for (const { id, end } of written) {
      if (end === Number.POSITIVE_INFINITY) continue
      const position = positions.get(id)
      if (position === undefined) this.world.violate(`${id} was acknowledged and has no event`)
      for (const later of written) {
        const after = positions.get(later.id)
        if (later.begin > end && after !== undefined && after < Number(position)) {
          this.world.violate(`${later.id} began after ${id} was answered, and comes before it`)
        }
      }
    }
  }
}

export const eventNumbering: Protocol = {
  name: 'numbering',
  mutations: ['state before the lock', 'arrival as position'],
  async run(world, mutation) {
    const numbering = new NumberingWorld(world, mutation)
    void numbering.chaos()
    const clients = Array.from({ length: world.random.between(2, 6) }, (_, i) => numbering.client(`c${i}`, 5))
    await Promise.all(clients)
    world.isCalm = true
    await world.sleep(6_000)
    numbering.check()
  },
}
