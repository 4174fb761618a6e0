// Measures Create, with checks, index, history and event, against a floor that commits one INSERT per request.
import { type BenchContext, type Case, onEachEngine, type Row, sizeName } from '../case.ts'
import { serveProduct, serveProgram } from '../children.ts'
import { cpuOf } from '../cpu.ts'
import { race } from '../load.ts'
import { asUser } from '../requests.ts'
import type { BenchStore, Engine } from '../stores.ts'

const connections = 32
/** Request bodies are reused, since building more of them would cost more than sending them. */
const bodies = 640
/** A Create runs more code than a Read: V8 has compiled all of it after some 20,000 of them. */
const warmUps = 4

export const createCase: Case = {
  name: 'create',
  run: context => onEachEngine(context, onEngine),
}

export const newCompany = (i: number) => ({
  CompanyName: `Bench Foundry ${i} of Toronto`,
  Email: `office${i}@foundry${i}.example`,
  Phone: `416-555-${String(1000 + i)}`,
  Website: `https://foundry${i}.example`,
})

const made = Array.from({ length: bodies }, (_, i) => newCompany(i))

export const createRequest = (url: string, { token }: BenchStore) => ({
  url,
  path: '/api/Create',
  headers: asUser(token),
  bodies: made.map(company => JSON.stringify({ AbEntry: { Data: { Key: null, ...company } } })),
})

async function onEngine({ options, stores, load, say }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.get(engine, options.size)
  const [ours, theirs] = [await stores.copy(store), await stores.copy(store)]
  const [product, floor] = await Promise.all([
    serveProduct(ours.url),
    serveProgram('floor/server.ts', [engine, theirs.url]),
  ])
  const { seconds } = options
  const { rates, ratios, cpuRatios } = await race(
    load,
    [
      { ...createRequest(product.url, store), connections, seconds, cpu: cpuOf(product.pid, stores, engine) },
      {
        cpu: cpuOf(floor.pid, stores, engine),
        url: floor.url,
        path: '/insert',
        headers: { 'content-type': 'application/json' },
        bodies: made.map(({ CompanyName: name, Email: email, Phone: phone, Website: site }) =>
          JSON.stringify({ name, email, phone, site }),
        ),
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
      cpuRatio: cpuRatios[0] ?? null,
      target: { least: 0.6 },
    },
  ]
}
