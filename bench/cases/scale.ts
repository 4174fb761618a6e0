// Measures a server with 1, 2 and 4 workers, two nodes on one PostgreSQL, and the memory of each process under a mixed load.
import { type BenchContext, type Case, measuredRow, onEachEngine, type Row, sizeName } from '../case.ts'
import { childrenOf, cpuSecondsOf, ownMemoryOf, serveProduct } from '../children.ts'
import { median } from '../load.ts'
import { asUser, byKey, firstPage, type Pair, toProduct } from '../requests.ts'
import { takeSamples } from '../samples.ts'
import type { BenchStore, Engine } from '../stores.ts'

type Served = Awaited<ReturnType<typeof serveProduct>>

interface Figures {
  readonly rate: number
  readonly perCpuSecond: number
}

export const scaleCase: Case = {
  name: 'scale',
  run: async context => [
    ...(await onEachEngine(context, workers)),
    ...(await nodes(context)),
    ...(await mixed(context)),
  ],
}

/** Requests per second, and per second of processor time of all processes, through as many servers as there are. */
async function measure(
  { options, load }: BenchContext,
  servers: readonly Served[],
  store: BenchStore,
  pair: Pair,
): Promise<Figures> {
  const connections = Math.max(1, Math.floor(options.connections / servers.length))
  const run = async (seconds: number) => {
    const where = { connections, seconds }
    const results = await Promise.all(servers.map(({ url }) => load.run(toProduct(url, store, pair, where))))
    return { rate: sum(results.map(one => one.rate)), count: sum(results.map(one => one.count)) }
  }
  const cpu = () => sum(servers.map(({ pid }) => cpuSecondsOf(pid)))
  await run(options.warmUp)
  const figures: Figures[] = []
  for (let round = 0; round < options.rounds; round++) {
    const before = cpu()
    const { rate, count } = await run(options.seconds)
    figures.push({ rate, perCpuSecond: count / (cpu() - before) })
  }
  return { rate: median(figures.map(one => one.rate)), perCpuSecond: median(figures.map(one => one.perCpuSecond)) }
}

async function workers(context: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await context.stores.get(engine, context.options.size)
  const samples = await takeSamples(store)
  const rows: Row[] = []
  for (const pair of [byKey(samples), firstPage()]) {
    let alone: Figures | undefined
    for (const count of [1, 2, 4]) {
      const server = await serveProduct(store.url, [], ['--workers', String(count)])
      const figures = await measure(context, [server], store, pair)
      await server.stop()
      alone ??= figures
      rows.push(...rowsOf(`${pair.name}, ${count} workers`, store, figures, alone))
    }
  }
  return rows
}

async function nodes(context: BenchContext): Promise<Row[]> {
  if (!context.engines.includes('postgres')) return []
  const store = await context.stores.get('postgres', context.options.size)
  const pair = byKey(await takeSamples(store))
  const serve = () => serveProduct(store.url, [], ['--workers', '1'])
  const first = await serve()
  const alone = await measure(context, [first], store, pair)
  const second = await serve()
  const both = await measure(context, [first, second], store, pair)
  await Promise.all([first.stop(), second.stop()])
  return rowsOf(`${pair.name}, 2 nodes`, store, both, alone)
}

const rowsOf = (name: string, store: BenchStore, figures: Figures, alone: Figures): Row[] =>
  (['rate', 'perCpuSecond'] as const).map(figure => ({
    case: figure === 'rate' ? name : `${name}, per second of processor time`,
    store: `${store.engine} ${sizeName(store.entries)}`,
    ours: figures[figure],
    theirs: alone[figure],
    unit: '/s',
    against: 'one process',
    figure: figures[figure] / alone[figure],
    target: null,
  }))

const scanBody = JSON.stringify({
  AbEntry: {
    Scope: { Fields: { Key: 1, CompanyName: 1 } },
    Criteria: { SearchQuery: { $OR: [{ CompanyName: { $LIKE: '%a%' } }, { LastName: { $LIKE: '%qzxv%' } }] } },
  },
})
const createBody = JSON.stringify({ AbEntry: { Data: { CompanyName: 'Measured' } } })

/** Pages, writes and scans at the same time. */
async function mixed({ options, stores, load }: BenchContext): Promise<Row[]> {
  const store = await stores.copy(await stores.get('sqlite', options.size))
  const server = await serveProduct(store.url)
  const headers = asUser(store.token)
  const most = { server: 0, scan: 0 }
  const watch = setInterval(() => {
    most.server = Math.max(most.server, ownMemoryOf(server.pid) ?? 0)
    for (const pid of childrenOf(server.pid)) most.scan = Math.max(most.scan, ownMemoryOf(pid) ?? 0)
  }, 50)
  const seconds = options.quick ? 3 : 15
  const to = { url: server.url, headers, seconds }
  await Promise.all([
    load.run(toProduct(server.url, store, firstPage(), { connections: 8, seconds })),
    load.run({ ...to, path: '/api/Create', bodies: [createBody], connections: 4 }),
    load.run({ ...to, path: '/api/Read', bodies: [scanBody], connections: 4 }),
  ])
  clearInterval(watch)
  await server.stop()
  if (most.server === 0) return []
  const measured = { store: `sqlite ${sizeName(store.entries)}`, unit: 'MB' } as const
  return [
    measuredRow('memory under a mixed load, the server', { ...measured, figure: most.server, most: 180 }),
    measuredRow('memory under a mixed load, the largest scan process', { ...measured, figure: most.scan, most: 90 }),
  ]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
