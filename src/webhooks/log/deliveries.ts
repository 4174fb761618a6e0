// Lists the deliveries of a target, sends it a test event, and queues replays.
import { type NotNull, sql } from 'kysely'
import type { Caller } from '../../accounts/caller.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { encodeTime } from '../../base/text/identifier.ts'
import { member, nameOf } from '../../base/text/json.ts'
import type { EventOperation } from '../../events/append.ts'
import type { EventTables } from '../../events/tables.ts'
import { topics } from '../../storage/nodes/topics.ts'
import { type Args, type RowsOf, statementsOn } from '../../storage/statement.ts'
import { attemptDelivery } from '../delivery/attempt.ts'
import { putInQueue } from '../delivery/queue-statements.ts'
import type { DeliveryParts } from '../parts.ts'
import { type RenderedEvent, renderEvents } from '../rendering/event-bodies.ts'
import type { EventTypes } from '../rendering/event-types.ts'
import type { WebhookTables } from '../tables.ts'
import { callerOf, ownerOf } from '../targets/owner.ts'
import { openSecrets } from '../targets/secrets.ts'
import { settingsOf, type TargetRow } from '../targets/target.ts'
import { bringForward, tryNow } from '../targets/target-statements.ts'
import type { Targets } from '../targets/targets.ts'
import { type DeliveryEntry, deliveryEntry } from './delivery-log.ts'
import { deliveriesOf } from './log-statements.ts'

const pageSize = { usual: 50, most: 200 }
/** Events that one request may put into the queue. */
const mostReplayed = 10_000
/** Events that are looked up together to find out whether the owner may read them. */
const judgedTogether = 200

/** Sorts behind every identifier. */
const afterAll = '~'

const statement = statementsOn<WebhookTables & EventTables>()

const eventsBetween = statement((db, p: Args<{ db: number; from: string; to: string }>) =>
  db
    .selectFrom('event_log')
    .selectAll()
    .where('db', '=', p('db'))
    .where('id', '>=', p('from'))
    .where('id', '<', p('to'))
    .where('position', 'is not', null)
    .$narrowType<{ position: NotNull; uid: NotNull; operation: EventOperation }>()
    .orderBy('id')
    .limit(sql.lit(mostReplayed + 1)),
)
const givenUpSince = statement((db, p: Args<{ db: number; target: string; since: number }>) =>
  db
    .selectFrom('webhook_queue')
    .select(['position', 'entity', 'record'])
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '=', 'failed')
    .where('next_at', '>=', p('since'))
    .limit(sql.lit(mostReplayed + 1)),
)
const forgetGivenUp = statement((db, p: Args<{ db: number; target: string; since: number }>) =>
  db
    .deleteFrom('webhook_queue')
    .where('db', '=', p('db'))
    .where('target', '=', p('target'))
    .where('kind', '=', 'failed')
    .where('next_at', '>=', p('since')),
)

/** An event that a replay queues. */
type ReplayedEvent = Pick<RowsOf<typeof eventsBetween>, 'position' | 'entity' | 'record'>

type Body = Record<string, unknown>

export interface Deliveries {
  list(caller: Caller, id: string, query: Body): Promise<object>
  test(caller: Caller, id: string, body: Body): Promise<object>
  replay(caller: Caller, id: string, body: Body): Promise<object>
}

export function createDeliveries(parts: DeliveryParts, targets: Targets, types: EventTypes): Deliveries {
  const { store } = parts
  return {
    list: async (caller, id, query) => {
      const { db } = await targets.find(caller, id)
      const limit = limitIn(query)
      const before = String(member(query, 'before') ?? afterAll)
      const rows = await store.rows(deliveriesOf(store.dialect, { db, target: id, before, limit: limit + 1 }))
      const page = rows.slice(0, limit)
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
      return { deliveries: page.map(({ body, ...row }) => publicDelivery({ row, body })), next }
    },
    test: async (caller, id, body) => sendTest(parts, types, await targets.find(caller, id), member(body, 'type')),
    replay: async (caller, id, body) => {
      const target = await targets.find(caller, id)
      return { queued: await queueReplay(parts, target, body) }
    },
  }
}

/** Sends a test event. If the target takes it, its parked events are tried at once. */
async function sendTest(parts: DeliveryParts, types: EventTypes, target: TargetRow, wanted: unknown): Promise<object> {
  const { store, clock, newId, box, outbound, deliveryLog } = parts
  const { db, id, secrets } = target
  // An administrator may test the target of another user: the example has no more than the owner may read.
  const { type, event, text } = await types.testEvent(await ownerIn(parts, target), wanted, newId())
  const addressee = { url: target.url, secrets: openSecrets(box, secrets, clock.now()).map(({ secret }) => secret) }
  const attempt = await attemptDelivery(addressee, event, text, { outbound, at: clock.now() })
  if (!attempt) throw new Error('A test was aborted')
  const entry = deliveryEntry(target, newId(), { event, type, tries: 1, attempt, nextAt: null, body: text })
  const logged = deliveryLog.prepare(db, [entry])
  await store.write(async tx => {
    for (const query of logged.queries) tx.defer(query)
    if (attempt.outcome !== 'delivered') return
    const parked = await tx.run(bringForward(store.dialect, { db, target: id, now: clock.now() }))
    if (parked > 0) await tx.publish(topics.webhook, db)
  })
  logged.written()
  return publicDelivery(entry)
}

const publicDelivery = ({ row, body }: Pick<DeliveryEntry, 'row' | 'body'>): object => ({
  id: row.id,
  event: row.event,
  type: row.type,
  attempt: row.attempt,
  outcome: row.outcome,
  status: row.status,
  at: new Date(row.at).toISOString(),
  ms: row.ms,
  nextAt: row.next_at === null ? null : new Date(row.next_at).toISOString(),
  request: body,
  response: row.response,
})

function limitIn(query: Body): number {
  const given = member(query, 'limit')
  const limit = given === undefined ? pageSize.usual : Number(given)
  if (Number.isInteger(limit) && limit >= 1 && limit <= pageSize.most) return limit
  return refuse('InvalidValue', 'limit', `limit is a whole number from 1 to ${pageSize.most}.`)
}

/** Gives the number of events that were queued. */
async function queueReplay(parts: DeliveryParts, target: TargetRow, body: Body): Promise<number> {
  const { store, clock } = parts
  const { dialect } = store
  const { db, id } = target
  const asked = parseReplay(body)
  const since = 'failedSince' in asked ? { db, target: id, since: asked.failedSince } : null
  const found = since
    ? await store.rows(givenUpSince(dialect, since))
    : await eventsFor(parts, await ownerIn(parts, target), target, asked as { from: string; to: string })
  if (found.length > mostReplayed) {
    refuse('LimitExceeded', '', `More than ${mostReplayed} events would be sent again. Ask for fewer at a time.`)
  }
  await store.write(async tx => {
    for (const { position, entity, record } of found) {
      const row = { db, target: id, kind: 'replay', slot: String(position), position, entity, record, attempts: 0 }
      tx.defer(putInQueue(dialect, { ...row, next_at: clock.now(), scheduled_at: null }))
    }
    if (since) {
      tx.defer(forgetGivenUp(dialect, since))
      // Parked events need not wait for their next attempt.
      tx.defer(tryNow(dialect, { db, target: id, now: clock.now() }))
    }
    await tx.publish(topics.webhook, db)
  })
  return found.length
}

/** The events of the range that the owner may read: the number of others stays hidden. */
async function eventsFor(
  { store, operations: operationParts }: DeliveryParts,
  owner: Caller,
  target: TargetRow,
  range: { from: string; to: string },
): Promise<readonly ReplayedEvent[]> {
  const { entities, operations } = settingsOf(target)
  const rows = await store.rows(eventsBetween(store.dialect, { db: target.db, ...range }))
  const readable: RenderedEvent['event'][] = []
  for (let from = 0; from < rows.length; from += judgedTogether) {
    const some = rows.slice(from, from + judgedTogether)
    const rendered = await renderEvents(some, { caller: owner, payload: 'thin', filter: null }, operationParts)
    readable.push(...rendered.filter(({ body }) => body !== null).map(({ event }) => event))
  }
  const isSingle = range.to === `${range.from}${afterAll}`
  if (isSingle && readable.length === 0) refuse('UnknownKey', 'event', 'The log has no such event, or not any more.')
  return readable.filter(
    ({ entity, operation }) => (entities?.includes(entity) ?? true) && (operations?.includes(operation) ?? true),
  )
}

async function ownerIn(parts: DeliveryParts, target: TargetRow): Promise<Caller> {
  const person = await ownerOf(target, parts)
  if (person) return callerOf(person, target)
  return refuse(
    'InvalidRequest',
    'id',
    'The owner of the target is disabled, or the grant of its application has ended.',
  )
}

/** A range of identifiers, which begin with their time, or a moment. */
function parseReplay(body: Body): { from: string; to: string } | { failedSince: number } {
  const [event, from, to, failedSince] = ['event', 'from', 'to', 'failedSince'].map(name => member(body, name))
  const given = [event, from ?? to, failedSince].filter(value => value !== undefined)
  if (given.length !== 1) {
    return refuse('InvalidRequest', '', 'A replay has one of {event}, {from, to} and {failedSince}.')
  }
  const problems = new Problems()
  const moment = (value: unknown, path: string): number => {
    const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (Number.isNaN(ms)) problems.add('InvalidValue', path, `${path} is a date-time, such as 2026-01-31T12:00:00Z.`)
    return Math.min(Math.max(ms || 0, 0), 8_640_000_000_000_000)
  }
  if (failedSince !== undefined) {
    const since = moment(failedSince, 'failedSince')
    problems.throwIfAny()
    return { failedSince: since }
  }
  if (event !== undefined) {
    if (typeof event !== 'string') return refuse('WrongType', 'event', `event is a text, not ${nameOf(event)}.`)
    return { from: event, to: `${event}${afterAll}` }
  }
  const [begin, end] = [moment(from, 'from'), moment(to, 'to')]
  problems.throwIfAny()
  return { from: encodeTime(begin), to: encodeTime(end + 1) }
}
