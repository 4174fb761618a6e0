// Measures reads by key, offered at a fixed rate, while events are sent to ten webhook targets.
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchContext, type Case, measuredRow, onEachEngine, type Row, sizeName } from '../case.ts'
import { serveProduct, serveProgram } from '../children.ts'
import { median } from '../load.ts'
import { asUser, byKey, toProduct } from '../requests.ts'
import { takeSamples } from '../samples.ts'
import type { Engine } from '../stores.ts'

const targets = 10
/** Each event goes to every target. */
const levels = [
  { events: 100, perRequest: 10 },
  { events: 1_000, perRequest: 50 },
] as const
type Level = (typeof levels)[number]
/**
 * Reads are offered at this part of what the server can answer when nothing else happens: the generators of load, the
 * receivers and the server share the processors, and at full load whatever one of them does slows down the others.
 */
const offeredPart = 0.5
/** Deliveries follow the writes by a moment, so that a short round would not see them. */
const leastSeconds = 3
const drainMs = 60_000

export const webhookCase: Case = { name: 'webhooks', run: context => onEachEngine(context, run) }

/** What rounds of reads without events and with them have measured. */
interface Rounds {
  readonly idle: number[]
  /** The same events are written, and no target is enabled. */
  readonly written: number[]
  readonly busy: number[]
  readonly idleP99: number[]
  readonly busyP99: number[]
  /** Deliveries a second while the reads ran, and events written meanwhile. */
  readonly delivered: number[]
  readonly events: number[]
  readonly ages: number[]
}

async function run({ options, stores, load }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.copy(await stores.get(engine, options.small))
  const samples = await takeSamples(store)
  Object.assign(process.env, { CLIENTELE_OUTBOUND_NETWORKS: '127.0.0.1', CLIENTELE_OUTBOUND_HTTP: 'true' })
  const [product, receiver] = await Promise.all([serveProduct(store.url), serveProgram('webhook-receiver.ts', [])])
  const { call, writeFor, counted } = callsOf(product.url, receiver.url, store.token)
  const ids: string[] = []
  for (let i = 0; i < targets; i++) {
    const target = { url: receiver.url, entities: ['AbEntry'], enabled: false }
    ids.push((await call('POST', '/webhooks/v1/targets', target)).id)
  }
  const enable = (change: object) => Promise.all(ids.map(id => call('PATCH', `/webhooks/v1/targets/${id}`, change)))
  const seconds = Math.max(options.seconds, leastSeconds)
  const quick = toProduct(product.url, store, byKey(samples), { connections: 8, seconds })
  await load.run({ ...quick, seconds: options.warmUp })
  const reads = { ...quick, offered: (await load.run(quick)).rate * offeredPart }
  const rows: Row[] = []
  for (const level of levels) {
    const rounds: Rounds = {
      idle: [],
      written: [],
      busy: [],
      idleP99: [],
      busyP99: [],
      delivered: [],
      events: [],
      ages: [],
    }
    for (let round = 0; round < options.rounds; round++) {
      const idle = await load.run(reads)
      const [written] = await Promise.all([load.run(reads), writeFor(seconds, level)])
      await enable({ enabled: true, from: 'now' })
      const before = await counted()
      const begun = performance.now()
      const writes = writeFor(seconds, level)
      const busy = await load.run(reads)
      const after = await counted()
      rounds.delivered.push(((after.received - before.received) * 1000) / (performance.now() - begun))
      const events = await writes
      rounds.events.push(events.rate)
      rounds.ages.push(...after.ages, ...(await drained(before.received + events.count * targets, counted)))
      await enable({ enabled: false })
      rounds.idle.push(idle.rate)
      rounds.written.push(written.rate)
      rounds.busy.push(busy.rate)
      rounds.idleP99.push(idle.p99)
      rounds.busyP99.push(busy.p99)
    }
    rows.push(...rowsOf(rounds, level, `${engine} ${sizeName(store.entries)}`))
  }
  await Promise.all([product.stop(), receiver.stop()])
  return rows
}

const ratios = (ours: readonly number[], theirs: readonly number[]) => ours.map((one, i) => one / (theirs[i] as number))

function callsOf(url: string, receiver: string, token: string) {
  const headers = asUser(token)
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok || text.includes('"Code":-1')) throw new Error(`${path}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  const writeFor = async (seconds: number, { events, perRequest }: Level) => {
    const data = Array.from({ length: perRequest }, () => ({ Type: 'Company', CompanyName: 'Measured' }))
    const begun = performance.now()
    let count = 0
    while (performance.now() - begun < seconds * 1000) {
      await call('POST', '/api/Create', { AbEntry: { Data: data } })
      count += perRequest
      await pause(Math.max(0, begun + (count / events) * 1000 - performance.now()))
    }
    return { count, rate: count / ((performance.now() - begun) / 1000) }
  }
  const counted = async (): Promise<{ received: number; ages: number[] }> =>
    (await (await fetch(receiver)).json()) as { received: number; ages: number[] }
  return { call, writeFor, counted }
}

/** Waits until everything was delivered, and gives the ages of what came meanwhile. */
async function drained(count: number, counted: () => Promise<{ received: number; ages: number[] }>): Promise<number[]> {
  const ages: number[] = []
  for (const end = performance.now() + drainMs; ; ) {
    const told = await counted()
    ages.push(...told.ages)
    if (told.received >= count) return ages
    if (performance.now() > end) throw new Error(`${count - told.received} deliveries did not come`)
    await pause(50)
  }
}

function rowsOf(rounds: Rounds, { events }: Level, store: string): Row[] {
  const { idle, written, busy, idleP99, busyP99, delivered, events: made } = rounds
  const ages = rounds.ages.toSorted((a, b) => a - b)
  const late = ages[Math.ceil(ages.length * 0.99) - 1] as number
  const beside = `beside ${events.toLocaleString('en')} events/s to each of ${targets} webhook targets`
  return [
    {
      case: `by key, offered at half of the full rate, ${beside}`,
      store,
      ours: median(busy),
      theirs: median(idle),
      unit: '/s',
      against: 'when idle',
      figure: median(ratios(busy, idle)),
      target: { least: 0.9 },
    },
    {
      case: 'the same Reads',
      store,
      ours: median(busy),
      theirs: median(written),
      unit: '/s',
      against: 'beside the same writes without targets',
      figure: median(ratios(busy, written)),
      target: null,
    },
    measuredRow(`p99 of these Reads (${median(idleP99).toFixed(2)} ms when idle)`, {
      store,
      unit: 'ms',
      figure: median(busyP99),
      most: null,
    }),
    {
      case: 'webhook deliveries meanwhile',
      store,
      ours: median(delivered),
      theirs: median(made) * targets,
      unit: '/s',
      against: 'written',
      figure: median(ratios(delivered, made)) / targets,
      target: { least: 0.9 },
    },
    measuredRow('age of an event when it is delivered, 99 %', { store, unit: 'ms', figure: late, most: 1000 }),
  ]
}
