// Starts workflows on records that came to meet the conditions of a trigger by a write, in the order of the event log.
import { seconds } from '../base/clock.ts'
import { dayOf } from '../entities/rules/occurrences.ts'
import type { LoggedEvent } from '../events/event-log.ts'
import { passOnce } from '../events/pass-once.ts'
import { selectRows } from '../operations/rows/row-store.ts'
import type { Row, Tx } from '../storage/store.ts'
import { matchingAmong } from './matching.ts'
import { Pace } from './pace.ts'
import { forget, progressIn } from './progress.ts'
import { type StartOrder, startOn } from './start-workflows.ts'
import { meetingAmong, part, passEvents } from './statements.ts'
import { ownerContext, type Trigger, type TriggerParts, triggersOf, zoneOfDatabase } from './triggers.ts'

/** A step that fails is divided; a single event that fails so many times is passed. */
const mostFailures = 3

/** The operations after which a record is judged. */
const judged: ReadonlySet<string> = new Set(['created', 'updated', 'restored', 'merged'])

interface DatabaseDay {
  readonly db: number
  readonly zone: string
  /** Today, in the time zone of the database. */
  readonly day: number
}

/** What follows from some events: the starts, and the records that meet conditions no more. */
interface Outcome {
  readonly orders: readonly StartOrder[]
  readonly parted: readonly { readonly action: string; readonly records: readonly string[] }[]
}

const nothing: Outcome = { orders: [], parted: [] }

export class EventTriggers {
  readonly #parts: TriggerParts
  /** The single event that failed last in each database. */
  readonly #failing = new Map<number, { position: number; failures: number }>()

  /** How many events are judged in one step, whose starts are one transaction. */
  readonly #pace = new Pace()

  constructor(parts: TriggerParts) {
    this.#parts = parts
  }

  /** Judges all events up to now. Safe to run twice, also by two processes at once. */
  async run(db: number): Promise<void> {
    const triggers = await triggersOf(this.#parts, db)
    if (triggers.length === 0) return forget(this.#parts, db)
    const zone = await zoneOfDatabase(this.#parts, db)
    const place = { db, zone, day: dayOf(seconds(this.#parts.operations.clock), zone) }
    let { position } = await progressIn(this.#parts, { db, zone, triggers })
    for (let limit = this.#pace.size; ; ) {
      const events = await this.#parts.events.eventsAfter(db, position, limit)
      const last = events.at(-1)
      if (!last) return
      try {
        if (!(await this.#step(place, triggers, events, position))) {
          // Another process was first, and may end before it has judged the rest.
          position = (await progressIn(this.#parts, { db, zone, triggers })).position
          continue
        }
      } catch (error) {
        if (events.length > 1) {
          limit = Math.ceil(events.length / 8)
          continue
        }
        if (!(await this.#fail(place, last, position, error as Error))) return
      }
      position = last.position
      limit = this.#pace.size
    }
  }

  async #step(place: DatabaseDay, triggers: readonly Trigger[], events: readonly LoggedEvent[], from: number) {
    const outcome = await outcomeOf(this.#parts, place, triggers, events)
    return this.#pass(place, from, events.at(-1)?.position ?? from, outcome)
  }

  #pass({ db }: DatabaseDay, from: number, to: number, outcome: Outcome): Promise<boolean> {
    const { store } = this.#parts.operations
    return passOnce(
      store,
      tx => tx.run(passEvents(store.dialect, { db, from, to })),
      tx => this.#apply(tx, db, outcome),
    )
  }

  /** Passes an event that has failed too often. False when it is to be tried again later. */
  async #fail(
    place: DatabaseDay,
    { id, entity, position: to }: LoggedEvent,
    from: number,
    error: Error,
  ): Promise<boolean> {
    const { db } = place
    const known = this.#failing.get(db)
    const failures = known?.position === to ? known.failures + 1 : 1
    this.#failing.set(db, { position: to, failures })
    if (failures < mostFailures) throw error
    this.#parts.log.error('no workflow was started for an event', { db, event: id, entity, error })
    return this.#pass(place, from, to, nothing)
  }

  async #apply(tx: Tx, db: number, { orders, parted }: Outcome): Promise<void> {
    const { dialect } = this.#parts.operations.store
    const begun = performance.now()
    for (const { action, records } of parted) await tx.run(part(dialect, { db, action, records }))
    for (const order of orders) await startOn(tx, order)
    const starts = orders.reduce((sum, { records }) => sum + records.size, 0)
    this.#pace.note(starts, performance.now() - begun)
  }
}

async function outcomeOf(
  parts: TriggerParts,
  place: DatabaseDay,
  triggers: readonly Trigger[],
  events: readonly LoggedEvent[],
): Promise<Outcome> {
  const written = events.filter(({ operation }) => judged.has(operation))
  const depths = depthsBy(parts, place, written)
  const outcome = { orders: [] as StartOrder[], parted: [] as { action: string; records: string[] }[] }
  for (const trigger of triggers) {
    const concerned = written.filter(({ entity, at }) => entity === trigger.entity && at >= trigger.created * 1000)
    const records = [...new Set(concerned.map(({ record }) => record))]
    const context = records.length > 0 ? await ownerContext(parts, trigger, place) : null
    if (!context) continue
    const { store } = context
    const [met, before] = [
      await matchingAmong(trigger, records, context),
      await store.rows(meetingAmong(store.dialect, { db: place.db, action: trigger.action, records })),
    ]
    const known = new Set(before.map(({ record }) => record))
    const gone = records.filter(record => known.has(record) && !met.has(record))
    if (gone.length > 0) outcome.parted.push({ action: trigger.action, records: gone })
    const come = records.filter(record => met.has(record) && !known.has(record))
    if (come.length === 0) continue
    const depthOf = await depths()
    const deep = come.map(record => [record, (depthOf.get(record) ?? 0) + 1] as const)
    outcome.orders.push({ trigger, context, day: place.day, records: new Map(deep) })
  }
  return outcome
}

/** How many instances that started each other today have led to the last write of each record; read once, when needed. */
function depthsBy(parts: TriggerParts, place: DatabaseDay, events: readonly LoggedEvent[]) {
  let found: Promise<ReadonlyMap<string, number>> | undefined
  return () => {
    found ??= readDepths(parts, place, events)
    return found
  }
}

async function readDepths(
  { operations: { store } }: TriggerParts,
  { db, zone, day }: DatabaseDay,
  events: readonly LoggedEvent[],
): Promise<ReadonlyMap<string, number>> {
  const rowsOf = async (table: string, where: Parameters<typeof selectRows>[3]) =>
    new Map((await selectRows(store, store.dialect, table, where)).map(row => [String(row.id), row]))
  const causes = await rowsOf('history', { db, id: events.map(({ id }) => id), cause_kind: 'WorkflowInstance' })
  if (causes.size === 0) return new Map()
  const ids = [...new Set([...causes.values()].map(({ cause_id }) => String(cause_id)))]
  const instances = await rowsOf('workflow_instance', { db, id: ids })
  const isOfToday = (instance: Row | undefined): instance is Row =>
    instance !== undefined && dayOf(Number(instance.created), zone) === day
  return new Map(
    events.flatMap(({ id, record }) => {
      const instance = instances.get(String(causes.get(id)?.cause_id))
      return isOfToday(instance) ? [[record, Number(instance.depth)] as const] : []
    }),
  )
}
