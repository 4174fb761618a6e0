// Measures what the capacity page shows: rates and processor time by workers, memory, bytes, and many tenants.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BenchContext, Row } from '../case.ts'
import { createCase, createRequest, newCompany } from '../cases/create.ts'
import { readCases } from '../cases/reads.ts'
import { refreshCase, tokenValidCase } from '../cases/tokens.ts'
import { memoryOf, serveProduct } from '../children.ts'
import { CpuMeter, cpuOf } from '../cpu.ts'
import { type Load, type LoadRequest, startLoad } from '../load.ts'
import { asUser, byKey, entryByKey, firstPage, phrase, toProduct } from '../requests.ts'
import { takeSamples } from '../samples.ts'
import type { Engine } from '../stores.ts'
import type { Bytes, CapacityFigures, Compared, Kind, ManyTenants, Measured } from './figures.ts'
import { eventBytes, storeBytes } from './store-bytes.ts'

const connections = 64
const entriesOfTenant = 100

/** The parts of a run; those that are not measured keep the figures of `before`. */
export async function measureCapacity(context: BenchContext, before: CapacityFigures | null): Promise<CapacityFigures> {
  const { options, engines } = context
  const [load = 0] = loadavg()
  const isAsked = (section: string) => options.only.length === 0 || options.only.includes(section)
  const onEngines = async <T>(run: (engine: Engine) => Promise<T>): Promise<T[]> => {
    const made: T[] = []
    for (const engine of engines) made.push(await run(engine))
    return made
  }
  const section = async <T>(name: string, known: T | undefined, run: () => Promise<T>): Promise<T> =>
    known === undefined || isAsked(name) ? run() : known
  const measured = await section('rates', before?.measured, () => rates(context))
  const compared = await section('compared', before?.compared, async () => {
    const rows: Row[] = []
    for (const { run } of [...readCases.slice(0, 1), createCase, refreshCase, tokenValidCase])
      rows.push(...(await run(context)))
    return rows.map(comparedOf)
  })
  const manyTenants = await section('tenants', before?.manyTenants, () =>
    onEngines(engine => overTenants(context, engine)),
  )
  const bytes = await section('bytes', before?.bytes, () => onEngines(engine => bytesOf(context, engine)))
  const memory = await section('memory', before ? memoryIn(before) : undefined, () => memoryOfServer(context))
  return {
    date: new Date().toISOString(),
    machine: {
      processors: cpus().length,
      model: cpus()[0]?.model ?? '',
      memoryMb: Math.round(totalmem() / 1024 / 1024),
      node: process.version,
      load,
    },
    entries: options.size,
    connections,
    measured,
    compared,
    ...memory,
    bytes,
    manyTenants,
  }
}

const memoryIn = ({ idleMegabytes, kilobytesPerThousandTokens }: CapacityFigures) => ({
  idleMegabytes,
  kilobytesPerThousandTokens,
})

const comparedOf = ({ case: name, store, against, figure, cpuRatio }: Row): Compared => ({
  name,
  store,
  against,
  ratio: figure,
  cpuRatio: cpuRatio ?? null,
})

/** Sends the same load from all load processes, each with its part of the connections. */
async function runAll(loads: readonly Load[], request: LoadRequest) {
  const part = Math.ceil(request.connections / loads.length)
  const results = await Promise.all(loads.map(load => load.run({ ...request, connections: part })))
  const sum = (of: (one: (typeof results)[number]) => number) => results.reduce((total, one) => total + of(one), 0)
  const most = (of: (one: (typeof results)[number]) => number) => Math.max(...results.map(of))
  return {
    rate: sum(one => one.rate),
    count: sum(one => one.count),
    p50: most(one => one.p50),
    p99: most(one => one.p99),
  }
}

async function rates(context: BenchContext): Promise<Measured[]> {
  // One load process keeps about four processors of a server busy.
  const loads = [context.load, ...Array.from({ length: Math.floor(availableParallelism() / 8) }, startLoad)]
  const measured: Measured[] = []
  for (const engine of context.engines) {
    for (const workers of context.options.workers) measured.push(...(await ofWorkers(context, loads, engine, workers)))
  }
  for (const load of loads.slice(1)) load.stop()
  return measured
}

async function ofWorkers(
  { options, stores, say }: BenchContext,
  loads: readonly Load[],
  engine: Engine,
  workers: number,
): Promise<Measured[]> {
  const store = await stores.copy(await stores.get(engine, options.size))
  const samples = await takeSamples(store)
  const server = await serveProduct(store.url, [], ['--workers', String(workers)])
  const to = { connections, seconds: options.seconds }
  const asked: readonly (readonly [Kind, LoadRequest])[] = [
    ['by key', toProduct(server.url, store, byKey(samples), to)],
    ['page of 50', toProduct(server.url, store, firstPage(), to)],
    ['$PHRASE top 20', toProduct(server.url, store, phrase(samples), to)],
    ['Create', { ...createRequest(server.url, store), ...to }],
  ]
  const measured: Measured[] = []
  for (const [kind, request] of asked) {
    await runAll(loads, { ...request, seconds: options.warmUp, mayRefuse: true })
    const meter = new CpuMeter(cpuOf(server.pid, stores, engine))
    // One long round: what the store does now and then, such as checkpoints, belongs to the cost of a request.
    const result = await meter.during(() =>
      runAll(loads, { ...request, seconds: options.seconds * options.rounds, mayRefuse: true }),
    )
    const { server: serverMs, store: storeMs } = meter.cost() ?? { server: 0, store: null }
    const { rate, p50, p99 } = result
    measured.push({ engine, kind, workers, rate, p50, p99, serverMs, storeMs: engine === 'sqlite' ? null : storeMs })
    say(
      `${kind} on ${engine}, ${workers} workers: ${rate.toFixed(0)} a second, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
    )
  }
  await server.stop()
  return measured
}

const madeForBytes = 8_000
const madeAtOnce = 400

async function bytesOf({ options, stores }: BenchContext, engine: Engine): Promise<Bytes> {
  const store = await stores.copy(await stores.get(engine, options.size))
  const before = await storeBytes(store)
  const server = await serveProduct(store.url)
  for (let from = 0; from < madeForBytes; from += madeAtOnce) {
    await create(
      server.url,
      store.token,
      'AbEntry',
      Array.from({ length: madeAtOnce }, (_, i) => newCompany(from + i)),
    )
  }
  await server.stop()
  return {
    engine,
    perEntry: before / options.size,
    perCreate: ((await storeBytes(store)) - before) / madeForBytes,
    perEvent: await eventBytes(store),
  }
}

async function create(
  url: string,
  token: string,
  entity: string,
  Data: readonly object[],
): Promise<Record<string, string>[]> {
  const answer = await fetch(`${url}/api/Create`, {
    method: 'POST',
    headers: asUser(token),
    body: JSON.stringify({ [entity]: { Data } }),
  })
  const { Code, ...rest } = (await answer.json()) as { Code: number; [entity: string]: unknown }
  if (Code !== 0) throw new Error(`${entity} was not created: ${JSON.stringify(rest).slice(0, 500)}`)
  return (rest[entity] as { Data: Record<string, string>[] }).Data
}

/** Reads by key over all tenants of a store, beside those of one of its tenants. */
async function overTenants({ options, stores, load, say }: BenchContext, engine: Engine): Promise<ManyTenants> {
  const { url, tenants } = await stores.tenants(engine, options.tenants, entriesOfTenant)
  const server = await serveProduct(url)
  const asks = tenants.flatMap(({ token, keys }) =>
    keys.map(key => ({ headers: asUser(token), body: entryByKey(key) })),
  )
  const to = { url: server.url, path: '/api/Read', headers: {}, bodies: [], connections: 16, seconds: options.seconds }
  const [ofOne, ofAll] = [asks.slice(0, tenants[0]?.keys.length), asks]
  const kinds = [ofOne, ofAll].map(requests => ({ requests, meter: new CpuMeter(cpuOf(server.pid, stores, engine)) }))
  await load.run({ ...to, requests: ofOne, seconds: options.warmUp })
  const before = memoryOf(server.pid) ?? 0
  // Each tenant is read once before it is measured.
  await load.run({ ...to, requests: ofAll, seconds: Math.max(options.warmUp, asks.length / 500) })
  const after = memoryOf(server.pid) ?? 0
  for (let round = 0; round < options.rounds; round++) {
    for (const { requests, meter } of kinds) await meter.during(() => load.run({ ...to, requests }))
  }
  await server.stop()
  const [one = 1, all = 1] = kinds.map(({ meter }) => {
    const cost = meter.cost()
    return cost ? cost.server + (cost.store ?? 0) : 1
  })
  say(
    `${tenants.length} tenants on ${engine}: ${(one / all).toFixed(2)} of the rate of one by processor time, ${after.toFixed(0)} MB`,
  )
  const kilobytesPerTenant = Math.max(0, ((after - before) * 1024) / tenants.length)
  return {
    engine,
    tenants: tenants.length,
    entries: entriesOfTenant,
    ratio: one / all,
    megabytes: after,
    kilobytesPerTenant,
  }
}

const tokensMade = 10_000
const tokensAtOnce = 500

/** The memory of an idle server, and by how much its live heap grows by tokens of one user that are in use. */
async function memoryOfServer({ options, stores, load }: BenchContext) {
  const store = await stores.copy(await stores.get('sqlite', options.size))
  const folder = mkdtempSync(join(tmpdir(), 'clientele-heap-'))
  const server = await serveProduct(store.url, ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`])
  await new Promise(resolve => setTimeout(resolve, 2_000))
  const idleMegabytes = memoryOf(server.pid) ?? 0
  const tokens: string[] = []
  while (tokens.length < tokensMade) {
    const Data = Array.from({ length: tokensAtOnce }, (_, i) => ({
      Name: `measured ${tokens.length + i}`,
      UserKey: btoa('User\tJOE'),
    }))
    const made = await create(server.url, store.adminToken, 'PersonalAccessToken', Data)
    tokens.push(...made.map(one => one.Token as string))
  }
  const requests = tokens.map(token => ({ headers: asUser(token), body: '{}' }))
  const to = { url: server.url, path: '/api/TokenValid', headers: {}, bodies: [], connections: 16 }
  await load.run({ ...to, requests: requests.slice(0, 16), seconds: options.warmUp })
  const before = await liveHeap(server, folder)
  let used = 0
  // Each connection sends its tokens in order.
  while (used < tokensMade)
    used += (await load.run({ ...to, requests, seconds: options.warmUp + (tokensMade - used) / 500 })).count
  const after = await liveHeap(server, folder)
  await server.stop()
  rmSync(folder, { recursive: true })
  return { idleMegabytes, kilobytesPerThousandTokens: Math.max(0, ((after - before) * 1_000) / tokensMade / 1024) }
}

/** The heap of a server after a collection of garbage, which a heap snapshot begins with. */
async function liveHeap({ pid, url }: { readonly pid: number; readonly url: string }, folder: string): Promise<number> {
  const before = readdirSync(folder).length
  process.kill(pid, 'SIGUSR2')
  while (readdirSync(folder).length === before) await new Promise(resolve => setTimeout(resolve, 100))
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes ([\d.e+]+)$/m.exec(text)?.[1] ?? 0)
}
