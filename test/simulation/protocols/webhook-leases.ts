// Simulates nodes that deliver webhooks under leases: nodes die and stall, receivers fail, requests and answers are lost.
import { secretBox } from '../../../src/base/secrets/secret-box.ts'
import { schemaKind } from '../../../src/entities/index.ts'
import { appendEvent } from '../../../src/events/append.ts'
import { EventLog } from '../../../src/events/event-log.ts'
import { tables as eventTables } from '../../../src/events/tables.ts'
import { StoreClock } from '../../../src/storage/nodes/store-clock.ts'
import { topics } from '../../../src/storage/nodes/topics.ts'
import { required, table, tenant } from '../../../src/storage/table.ts'
import { deliveryClock } from '../../../src/webhooks/delivery/delivery-clock.ts'
import { TargetScheduler } from '../../../src/webhooks/delivery/target-scheduler.ts'
import { directTransport } from '../../../src/webhooks/delivery/transport.ts'
import { DeliveryLog } from '../../../src/webhooks/log/delivery-log.ts'
import type { DeliveryParts } from '../../../src/webhooks/parts.ts'
import { SharedRendering } from '../../../src/webhooks/rendering/shared-rendering.ts'
import { tables as webhookTables } from '../../../src/webhooks/tables.ts'
import { sealSecrets } from '../../../src/webhooks/targets/secrets.ts'
import { columnsOf, newTarget } from '../../../src/webhooks/targets/target.ts'
import { insert, tryNow } from '../../../src/webhooks/targets/target-statements.ts'
import { type ExpectedEvent, Receiver } from '../receiver.ts'
import type { Protocol } from '../schedule.ts'
import { noFaults, SimulatedDatabase, SimulatedStore, type StoreFaults, simulatedDialect } from '../simulated-store.ts'
import type { Process, World } from '../world.ts'

const db = 1
const target = 'target'
/** How long the nodes have to deliver everything once there are no faults: a node may rest for 300 s after errors. */
const calmMs = 600_000

/** The columns of History by which the events of a record are found. */
const historyTable = table({
  name: 'history',
  scope: 'database',
  columns: [tenant, required('id', 'text'), required('parent_id', 'text')],
  primaryKey: ['db', 'id'],
})
const database = new SimulatedDatabase([...eventTables, ...webhookTables, historyTable])
const box = secretBox(() => 'key of the installation')
const secrets = sealSecrets(box, [{ secret: 'whsec_c2VjcmV0', until: null }])

/** What a mutation replaces in the statements that begin so. */
const replacements: Readonly<Record<string, readonly [begin: string, part: RegExp, by: string]>> = {
  'take without a condition': [
    'update "webhook_target" set "holder"',
    / and \("held_until" < \? or "holder" = \?\)/,
    ' and (1 or ? or ?)',
  ],
  'short lease': ['update "webhook_target" set', /"held_until" = \?,/, '"held_until" = ? - 9000,'],
}

class DeliveryWorld {
  readonly world: World
  readonly receiver: Receiver
  readonly #faults: StoreFaults
  readonly #isStrict: boolean
  readonly #nodes: Process[] = []
  #lives = 0
  #ids = 0

  constructor(world: World, mutation: string | null) {
    this.world = world
    const { random } = world
    // A quarter of the schedules has receivers that refuse, and no other fault: there every event is accepted once.
    const isQuiet = random.chance(0.25)
    const rate = isQuiet ? 0 : random.next() * 0.03
    this.#faults = { read: rate, commit: rate, death: rate / 2, lostAnswer: rate }
    this.#isStrict = random.chance(0.2)
    database.enter(world)
    const holder = () => String(database.rows<{ holder: string }>('SELECT holder FROM webhook_target')[0]?.holder)
    this.receiver = new Receiver(world, { isQuiet, isStrict: this.#isStrict })
    database.committed = () => this.receiver.leased(holder())
    mutate(mutation)
    this.#addTarget()
    for (const at of random.chance(0.3) ? [0, 1, 2] : [0, 1]) this.#start(at)
  }

  #addTarget(): void {
    const order = this.#isStrict ? 'strict' : 'record'
    const none = { chain: null, stopped: null, failing_since: null, failed_at: null, holder: null, rendering: null }
    const zero = { position: 0, failures: 0, warned: 0, held_until: 0, failed_runs: 0, retry_at: 0, deaths: 0 }
    const settings = columnsOf({ ...newTarget, url: 'https://receiver.example/', order, payload: 'thin' })
    const row = { db, id: target, owner: 'U', scope: 'read', ...settings, secrets, created: 0, changed: 0 }
    database.connection.run(insert(simulatedDialect, { ...row, ...none, ...zero }))
  }

  #start(at: number): void {
    const { world } = this
    const { random } = world
    const skew = random.pick([0, 1_900, -1_900, random.between(-5_000, 5_000)])
    const process = world.process(`node ${at}.${this.#lives++}`, skew)
    this.#nodes[at] = process
    world.timer(1, () => void this.#serve(process), process)
  }

  /** What a node does from its start on. */
  async #serve(process: Process): Promise<void> {
    const { world } = this
    const store = new SimulatedStore(database, process, this.#faults).port
    const clock = world.clockOf(process)
    const storeClock = new StoreClock(store, clock, world.log)
    const retry = async (work: () => Promise<unknown>) => {
      for (;;) {
        const isDone = await work().then(
          () => true,
          () => false,
        )
        if (isDone) return
        await world.sleep(1_000)
      }
    }
    await retry(() => storeClock.measure())
    const events = new EventLog(store, clock)
    await retry(() => events.open())
    const scheduler = new TargetScheduler(this.#parts(process, { store, clock, storeClock, events }))
    await retry(() => scheduler.start())
    for (let round = 1; ; round++) {
      await world.sleep(scheduler.job.everySeconds * 1000)
      await scheduler.job.run().catch(() => {})
      if (round % 12 === 0) await storeClock.measure().catch(() => {})
    }
  }

  #parts(
    process: Process,
    given: Pick<DeliveryParts, 'store' | 'events'> & { clock: { now(): number }; storeClock: StoreClock },
  ): DeliveryParts {
    const { store, events } = given
    const clock = deliveryClock(given.clock, given.storeClock)
    const catalog = { model: { findMember: () => ({ name: schemaKind, entity: {} }) }, findUid: () => null }
    const operations = { store, clock, catalogs: { get: async () => catalog }, limits: {} }
    const person = { db, database: 'db', uid: 'U', admin: true }
    const settings = { deliveryBytes: 1e9, deliveryDays: 30, uploadFreeDisk: 0 }
    return {
      ...{ ...operations, store, clock, events, box, operations, log: this.world.log, holder: process.name },
      newId: () => this.#newId(),
      callers: { find: async () => person },
      isGrantLive: async () => true,
      deliveryLog: new DeliveryLog({ store, clock, log: this.world.log, settings }),
      transport: directTransport(this.receiver.outboundOf(process)),
      sharedRendering: new SharedRendering(operations as never),
      alert: () => {},
      counted: () => {},
    } as unknown as DeliveryParts
  }

  #newId(): string {
    return `id${String(this.#ids++).padStart(6, '0')}`
  }

  /** Writes events, as requests of clients do. */
  async write(events: number): Promise<void> {
    const { world } = this
    const { random } = world
    const store = new SimulatedStore(database, world.process('writer'), noFaults).port
    const versions = new Map<string, number>()
    for (let i = 0; i < events; i++) {
      await world.sleep(random.chance(0.2) ? random.next() * 10_000 : random.next() * 1_000)
      const record = random.pick(['/a', '/b', '/c'])
      const event: ExpectedEvent = { id: this.#newId(), record, version: (versions.get(record) ?? 0) + 1 }
      versions.set(record, event.version)
      await store.write(async tx => {
        await tx.run({
          sql: 'INSERT INTO history (db, id, parent_id) VALUES (?, ?, ?)',
          params: [db, event.id, record],
        })
        const facts = { entity: schemaKind, operation: 'updated', uid: 'U', application: null, at: world.now } as const
        await appendEvent(tx, store.dialect, db, { ...event, ...facts })
      })
      world.note(`event ${event.id} of ${record}`)
      this.receiver.expect(event)
    }
  }

  /** Nodes die and stall, and the receiver is down for a while. */
  async chaos(): Promise<void> {
    const { world } = this
    const { random } = world
    while (!world.isCalm) {
      await world.sleep(random.next() * 10_000)
      this.receiver.isDown = world.strikes(0.15)
      if (this.#faults.commit === 0) continue
      const process = random.pick(this.#nodes)
      if (world.strikes(0.2)) database.kill(process)
      else if (world.strikes(0.4)) world.stall(process, random.between(4_000, 12_000))
    }
    this.receiver.isDown = false
  }

  /** Starts nodes that have died. */
  async supervise(): Promise<never> {
    for (;;) {
      await this.world.sleep(this.world.isCalm ? 500 : this.world.random.next() * 20_000)
      for (const [at, { isAlive }] of this.#nodes.entries()) {
        if (!isAlive) this.#start(at)
      }
    }
  }

  /**
   * Waits until every event was accepted, or was given up because two leases that ended while it was rendered were not released:
   * their nodes have died, or could not reach the store.
   */
  async settle(): Promise<void> {
    const { world } = this
    const until = world.elapsed + calmMs
    const administrator = new SimulatedStore(database, world.process('administrator'), noFaults).port
    for (;;) {
      const failed = database.rows<{ position: number }>("SELECT position FROM webhook_queue WHERE kind = 'failed'")
      const positions = failed.map(({ position }) => position)
      if (positions.length > 0 && this.#faults.commit === 0) this.world.violate('An event was given up')
      const given = positions.map(position => this.receiver.eventAt(position))
      if (this.receiver.hasAll(given)) return this.receiver.checkOrder(given)
      if (world.elapsed > until) world.violate(`Not delivered: ${this.receiver.missing(given).join(', ')}`)
      await world.sleep(10_000)
      // The next attempt may be hours away; an administrator asks for it now.
      await administrator.write(async tx => {
        await tx.run(tryNow(simulatedDialect, { db, target, now: world.now - 10_000 }))
        await tx.publish(topics.webhook, db)
      })
    }
  }
}

function mutate(mutation: string | null): void {
  const replacement = mutation === null ? undefined : replacements[mutation]
  if (!replacement) return
  const [begin, part, by] = replacement
  database.rewrite = text => (text.startsWith(begin) ? text.replace(part, by) : text)
}

export const webhookLeases: Protocol = {
  name: 'leases',
  mutations: Object.keys(replacements),
  async run(world, mutation) {
    const delivery = new DeliveryWorld(world, mutation)
    void delivery.supervise()
    void delivery.chaos()
    await delivery.write(world.random.between(5, 20))
    await world.sleep(world.random.next() * 20_000)
    world.isCalm = true
    await delivery.settle()
  },
}
