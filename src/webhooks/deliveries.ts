// Lists the deliveries of a target, sends it a test, and queues events that it is to be sent once more.
import { sql } from 'kysely'
import type { Caller } from '../accounts/caller.ts'
import { Problems, refuse } from '../base/errors.ts'
import { encodeTime } from '../base/identifier.ts'
import { member, nameOf } from '../base/json.ts'
import type { LoggedEvent } from '../events/event-log.ts'
import type { EventTables } from '../events/tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import { topics } from '../storage/topics.ts'
import { attemptDelivery } from './attempt.ts'
import * as statements from './delivery-statements.ts'
import { renderEvents } from './event-bodies.ts'
import type { EventTypes } from './event-types.ts'
import type { DeliveryParts } from './parts.ts'
import { deliveryRow } from './progress.ts'
import { openSecrets } from './secrets.ts'
import { ownerOf } from './shared-rendering.ts'
import type { WebhookTables } from './tables.ts'
import { settingsOf, type TargetRow } from './target.ts'
import { tryNow } from './target-statements.ts'
import type { Targets } from './targets.ts'

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

/** What is queued of an event. */
interface Found {
  readonly position: number | null
  readonly entity: string
  readonly record: string
  readonly operation: string
}

type Body = Record<string, unknown>

export interface Deliveries {
  list(caller: Caller, id: string, query: Body): Promise<object>
  test(caller: Caller, id: string, body: Body): Promise<object>
  replay(caller: Caller, id: string, body: Body): Promise<object>
}

export function createDeliveries(parts: DeliveryParts, targets: Targets, types: EventTypes): Deliveries {
  const { store, clock, newId, box, outbound } = parts
  return {
    list: async (caller, id, query) => {
      const { db } = await targets.find(caller, id)
      const limit = limitIn(query)
      const before = String(member(query, 'before') ?? afterAll)
      const asked = { db, target: id, before, limit: limit + 1 }
      const rows = await store.rows(statements.deliveriesOf(store.dialect, asked))
      const shown = rows.slice(0, limit)
      return { deliveries: shown.map(shownDelivery), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
    },
    test: async (caller, id, body) => {
      const target = await targets.find(caller, id)
      // An administrator may test the target of a person, who is shown no more than the person may read.
      const owner = await ownerIn(parts, target)
      const { type, event, text } = await types.testEvent(owner, member(body, 'type'), newId())
      const secrets = openSecrets(box, target.secrets, clock.now()).map(({ secret }) => secret)
      const attempt = await attemptDelivery({ url: settingsOf(target).url, secrets }, event, text, {
        outbound,
        at: clock.now(),
      })
      if (!attempt) throw new Error('A test was given up')
      const row = deliveryRow(target, newId(), { event, type, tries: 1, attempt, nextAt: null, body: text })
      await store.write(tx => tx.run(statements.addDelivery(store.dialect, row)))
      return shownDelivery(row)
    },
    replay: async (caller, id, body) => {
      const target = await targets.find(caller, id)
      return { queued: await queueReplay(parts, target, body) }
    },
  }
}

const shownDelivery = (row: statements.DeliveryRow): object => ({
  id: row.id,
  event: row.event,
  type: row.type,
  attempt: row.attempt,
  outcome: row.outcome,
  status: row.status,
  at: new Date(row.at).toISOString(),
  ms: row.ms,
  nextAt: row.next_at === null ? null : new Date(row.next_at).toISOString(),
  request: row.request,
  response: row.response,
})

function limitIn(query: Body): number {
  const given = member(query, 'limit')
  const limit = given === undefined ? pageSize.usual : Number(given)
  if (Number.isInteger(limit) && limit >= 1 && limit <= pageSize.most) return limit
  return refuse('InvalidValue', 'limit', `limit is a whole number from 1 to ${pageSize.most}.`)
}

/** Gives how many events were queued. */
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
      const row = { db, target: id, kind: 'replay', slot: String(position), position: Number(position), entity, record }
      tx.defer(statements.putInQueue(dialect, { ...row, attempts: 0, next_at: clock.now() }))
    }
    if (since) {
      tx.defer(forgetGivenUp(dialect, since))
      // What is still being tried need not wait for its next try.
      tx.defer(tryNow(dialect, { db, target: id, now: clock.now() }))
    }
    await tx.publish(topics.webhook, db)
  })
  return found.length
}

/** The events of the range that the owner may read: the number of others is not told. */
async function eventsFor(
  { store, operations: operationParts }: DeliveryParts,
  owner: Caller,
  target: TargetRow,
  range: { from: string; to: string },
): Promise<readonly Found[]> {
  const { entities, operations } = settingsOf(target)
  const rows = await store.rows(eventsBetween(store.dialect, { db: target.db, ...range }))
  const readable: Found[] = []
  for (let from = 0; from < rows.length; from += judgedTogether) {
    const some = rows.slice(from, from + judgedTogether) as unknown as LoggedEvent[]
    const rendered = await renderEvents(some, { caller: owner, payload: 'thin', filter: null }, operationParts)
    readable.push(...rendered.filter(({ body }) => body !== null).map(({ event }) => event))
  }
  const isSingle = range.to === `${range.from}${afterAll}`
  if (isSingle && readable.length === 0) refuse('UnknownKey', 'event', 'The log has no such event, or not any more.')
  return readable.filter(
    ({ entity, operation }) => (entities?.includes(entity) ?? true) && (operations?.includes(operation) ?? true),
  )
}

async function ownerIn({ callers }: DeliveryParts, { db, owner }: TargetRow): Promise<Caller> {
  const person = await callers.find(db, owner)
  return person ? ownerOf(person) : refuse('InvalidRequest', 'id', 'The owner of the target is disabled.')
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
