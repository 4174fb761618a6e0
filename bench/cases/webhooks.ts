// Measures reads by key while writes make 1,000 events a second and ten webhook targets are sent each a tenth of them.
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchContext, type Case, onEachEngine, type Row, sizeName } from '../case.ts'
import { serveProduct, serveProgram } from '../children.ts'
import { median } from '../load.ts'
import { asUser, byKey, toProduct } from '../requests.ts'
import { takeSamples } from '../samples.ts'
import type { Engine } from '../stores.ts'

/** One entity for each target, and the data of a record of each that needs nothing else. */
const written: Readonly<Record<string, object>> = {
  AbEntry: { Type: 'Company', CompanyName: 'Measured' },
  Lead: { CompanyName: 'Measured' },
  Campaign: { Name: 'Measured' },
  Territory: { Name: 'Measured' },
  Resource: { Name: 'Measured' },
  SecurityGroup: { Name: 'Measured' },
  SalesProcessSetup: { Description: 'Measured' },
  Appointment: { Subject: 'Measured', StartDate: '2026-01-01T10:00:00Z' },
  Task: { Activity: 'Measured', DateTime: '2026-01-01T10:00:00Z' },
  FavoriteList: { Name: 'Measured', EntityType: 1 },
}
const eventsPerSecond = 1_000
const perRequest = 50
/** Deliveries follow the writes by a moment, so that a short round would not see them. */
const leastSeconds = 3

export const webhookCase: Case = { name: 'webhooks', run: context => onEachEngine(context, run) }

async function run({ options, stores, load, say }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.get(engine, options.small)
  const samples = await takeSamples(store)
  Object.assign(process.env, { CLIENTELE_OUTBOUND_NETWORKS: '127.0.0.1', CLIENTELE_OUTBOUND_HTTP: 'true' })
  const [product, receiver] = await Promise.all([serveProduct(store.url), serveProgram('webhook-receiver.ts', [])])
  const headers = asUser(store.token)
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${product.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok || text.includes('"Code":-1')) throw new Error(`${path}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  const targets: string[] = []
  for (const entity of Object.keys(written)) {
    const { id } = await post('/webhooks/v1/targets', { url: receiver.url, entities: [entity], payload: 'changes' })
    targets.push(id)
  }
  const stopped = { yes: false }
  let events = 0
  const write = async () => {
    const begun = performance.now()
    for (let i = 0; !stopped.yes; i++) {
      const [entity, data] = Object.entries(written)[i % targets.length] as [string, object]
      await post('/api/Create', { [entity]: { Data: Array.from({ length: perRequest }, () => data) } })
      events += perRequest
      await pause(Math.max(0, begun + (events / eventsPerSecond) * 1000 - performance.now()))
    }
    return events / ((performance.now() - begun) / 1000)
  }
  const quick = toProduct(product.url, store, byKey(samples), {
    connections: 8,
    seconds: Math.max(options.seconds, leastSeconds),
  })
  await load.run({ ...quick, seconds: options.warmUp })
  const [idle, busy]: [number[], number[]] = [[], []]
  let rate = 0
  for (let round = 0; round < options.rounds; round++) {
    idle.push((await load.run(quick)).rate)
    stopped.yes = false
    events = 0
    const writing = write()
    busy.push((await load.run(quick)).rate)
    stopped.yes = true
    rate = await writing
  }
  const received = Number(await (await fetch(receiver.url)).text())
  say(`${Math.round(rate)} events/s written, ${received} delivered by the end`)
  for (const id of targets) await fetch(`${product.url}/webhooks/v1/targets/${id}`, { method: 'DELETE', headers })
  await Promise.all([product.stop(), receiver.stop()])
  return [
    {
      case: 'by key beside 1,000 events/s to 10 webhook targets',
      store: `${engine} ${sizeName(store.entries)}`,
      ours: median(busy),
      theirs: median(idle),
      unit: '/s',
      against: 'when idle',
      figure: median(busy.map((one, i) => one / (idle[i] as number))),
      target: { least: 0.9 },
    },
  ]
}
