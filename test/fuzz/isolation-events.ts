// Collects the webhooks and the change feed of the viewer of a world, in a form that can be compared between worlds.
import assert from 'node:assert/strict'
import type { Crm, Json } from '../support/crm.ts'
import { webhookCalls } from '../support/webhooks.ts'
import { neutral, settled, type World } from './isolation-world.ts'

interface ObservedEvents {
  /** The events that each target received; `log` has the deliveries of each. */
  readonly sent: Json
  readonly log: Json
  readonly feed: readonly Json[]
  readonly stream: readonly Json[]
  readonly types: Json
  readonly replays: Json
}

export async function observedEvents(crm: Crm, world: World): Promise<ObservedEvents> {
  const { viewer, targets, events, keys } = world
  const { call, ok } = webhookCalls(() => crm)
  const path = (i: number, what: string) => `targets/${targets[i]}/${what}`
  await settled(crm, world.database)
  // A disabled target only queues: the answers show what is known of each event.
  const replays: Json[] = []
  for (const event of events) replays.push(neutral(await call('POST', path(3, 'replay'), { event }, viewer), keys))
  const day = { from: '2026-03-04T00:00:00Z', to: '2026-03-05T00:00:00Z' }
  for (const i of [0, 1, 3]) replays.push(await call('POST', path(i, 'replay'), day, viewer))
  await settled(crm, world.database)
  const log = []
  for (const i of targets.keys()) {
    const { deliveries } = await ok('GET', path(i, 'deliveries?limit=200'), undefined, viewer)
    log.push(
      comparable(
        deliveries.map(({ id: _, ms: __, request, ...one }: Json) => ({ ...one, request })),
        keys,
      ),
    )
  }
  const feed = await feedOf(crm, world)
  const { eventTypes } = await ok('GET', 'event-types', undefined, viewer)
  const test = await ok('POST', path(0, 'test'), { type: 'abentry.updated' }, viewer)
  return {
    sent: targets.map((_, i) =>
      comparable(
        world.receiver.received.filter(one => one.path === `/hook/${i}`).map(({ event }) => event),
        keys,
      ),
    ),
    log,
    feed,
    stream: await streamOf(crm, world, feed.length),
    types: [...eventTypes.map((one: Json) => one.example), JSON.parse(test.request)].map(one => withoutId(one, keys)),
    replays,
  }
}

const withoutId = (event: Json, keys: readonly string[]): Json => neutral({ ...event, id: null, database: null }, keys)

/** Each once, whatever order they came in: deliveries are at least once, and in order by record alone. */
function comparable(list: readonly Json[], keys: readonly string[]): string[] {
  const texts = list.map(one => {
    const { event, request, ...rest } = one
    const plain =
      request === undefined ? withoutId(one, keys) : [neutral(rest, keys), withoutId(JSON.parse(request), keys)]
    return JSON.stringify(plain)
  })
  return [...new Set(texts)].sort()
}

/** All events in pages of three, and once more in one page of whole records. */
async function feedOf(crm: Crm, { viewer, keys }: World): Promise<Json[]> {
  const { ok } = webhookCalls(() => crm)
  const read = async (query: string): Promise<Json[]> => {
    const events: Json[] = []
    for (let next = ''; ; ) {
      const page = await ok('GET', `events?${query}${next === '' ? '' : `&after=${next}`}`, undefined, viewer)
      events.push(...page.events)
      if (page.next === next) return events.map(event => withoutId(event, keys))
      next = page.next
    }
  }
  const thin = await read('limit=3&payload=thin&entity=AbEntry,Note')
  return [...(await read('limit=3')), ...(await read('limit=500&payload=full')), ...thin]
}

async function streamOf(crm: Crm, { viewer, keys }: World, compared: number): Promise<Json[]> {
  const headers = { authorization: `Bearer ${viewer.token}`, accept: 'text/event-stream' }
  const url = `${crm.server.url}/webhooks/v1/events?payload=thin`
  const response = await fetch(url, { headers })
  const { next } = await webhookCalls(() => crm).ok('GET', 'events?after=now', undefined, viewer)
  const events: Json[] = []
  let [text, atEnd] = ['', false]
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(bytes).toString()
    const blocks = text.split('\n\n')
    text = blocks.pop() as string
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) events.push(withoutId(JSON.parse(data), keys))
      if (block.includes(`id: ${next}`)) atEnd = true
    }
    if (atEnd) break
  }
  assert.ok(events.length <= compared)
  return events
}
