// Measures Create, with checks, index, history and event, against a floor that commits one INSERT per request.
import { type BenchContext, type Case, onEachEngine, type Row, sizeName } from '../case.ts'
import { serveProduct, serveProgram } from '../children.ts'
import { race } from '../load.ts'
import { asUser } from '../requests.ts'
import type { Engine } from '../stores.ts'

const connections = 32
/** Request bodies are reused, since building more of them would cost more than sending them. */
const bodies = 640
/** A Create runs more code than a Read: V8 has compiled all of it after some 20,000 of them. */
const warmUps = 4

export const createCase: Case = {
  name: 'create',
  run: context => onEachEngine(context, onEngine),
}

async function onEngine({ options, stores, load, say }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.get(engine, options.size)
  const [ours, theirs] = [await stores.copy(store), await stores.copy(store)]
  const [product, floor] = await Promise.all([
    serveProduct(ours.url),
    serveProgram('floor/server.ts', [engine, theirs.url]),
  ])
  const made = Array.from({ length: bodies }, (_, i) => ({
    name: `Bench Foundry ${i} of Toronto`,
    email: `office${i}@foundry${i}.example`,
    phone: `416-555-${String(1000 + i)}`,
    site: `https://foundry${i}.example`,
  }))
  const data = made.map(({ name, email, phone, site }) =>
    JSON.stringify({ AbEntry: { Data: { Key: null, CompanyName: name, Email: email, Phone: phone, WebSite: site } } }),
  )
  const { seconds } = options
  const { rates, ratios } = await race(
    load,
    [
      { url: product.url, path: '/api/Create', headers: asUser(store.token), bodies: data, connections, seconds },
      {
        url: floor.url,
        path: '/insert',
        headers: { 'content-type': 'application/json' },
        bodies: made.map(body => JSON.stringify(body)),
        connections,
        seconds,
      },
    ],
    { ...options, warmUp: warmUps * options.warmUp },
  )
  await Promise.all([product.stop(), floor.stop()])
  say(`create on ${engine}: ${ratios[0]?.toFixed(2)}`)
  return [
    {
      case: 'Create AbEntry, durable, 32 connections',
      store: `${engine} ${sizeName(store.entries)}`,
      ours: rates[0] as number,
      theirs: rates[1] as number,
      unit: '/s',
      against: 'floor: one INSERT',
      figure: ratios[0] as number,
      target: { least: 0.6 },
    },
  ]
}
