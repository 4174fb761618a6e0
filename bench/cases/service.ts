// Measures the process: short reads beside a long one, memory, and the time from start to ready.
import { type Case, measuredRow, sizeName } from '../case.ts'
import { memoryOf, serveForTests, serveProduct } from '../children.ts'
import { median } from '../load.ts'
import { asUser, byKey, keyFields, toProduct } from '../requests.ts'
import { takeSamples } from '../samples.ts'

const likeBody = JSON.stringify({
  AbEntry: {
    Scope: { Fields: { Key: 1 } },
    Criteria: { SearchQuery: { CompanyName: { $LIKE: '%qzxv%' } }, Top: 10 },
  },
})

export const scanCase: Case = {
  name: 'scan',
  run: async ({ options, stores, load, say }) => {
    const store = await stores.get('sqlite', options.large)
    const samples = await takeSamples(store)
    const product = await serveProduct(store.url)
    // Few connections, since with many the measured latency would be the queue of the load generator.
    const quick = toProduct(product.url, store, byKey(samples), { connections: 2, seconds: options.seconds * 2 })
    const stopped = { yes: false }
    let scans = 0
    const scan = async () => {
      while (!stopped.yes) {
        await (
          await fetch(`${product.url}/api/Read`, { method: 'POST', headers: asUser(store.token), body: likeBody })
        ).text()
        scans++
      }
    }
    await load.run({ ...quick, seconds: options.warmUp })
    const ratios: number[] = []
    const [idle, busy]: [number[], number[]] = [[], []]
    for (let round = 0; round < options.rounds; round++) {
      const before = (await load.run(quick)).p99
      stopped.yes = false
      const scanning = scan()
      const during = (await load.run(quick)).p99
      stopped.yes = true
      await scanning
      idle.push(before)
      busy.push(during)
      ratios.push(during / before)
    }
    await product.stop()
    say(`${scans} scans; p99 ${median(idle).toFixed(2)} ms idle, ${median(busy).toFixed(2)} ms beside them`)
    return [
      {
        case: "p99 by key beside $LIKE '%x%' without pause",
        store: `sqlite ${sizeName(store.entries)}`,
        ours: median(busy),
        theirs: median(idle),
        unit: 'ms',
        against: 'p99 when idle',
        figure: median(ratios),
        target: { most: 5 },
      },
    ]
  },
}

export const memoryCase: Case = {
  name: 'memory',
  run: async ({ options, stores, load }) => {
    const store = await stores.get('sqlite', options.size)
    const product = await serveProduct(store.url)
    await new Promise(resolve => setTimeout(resolve, 1000))
    const idle = memoryOf(product.pid)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(product.pid) ?? 0)
    }, 20)
    const body = JSON.stringify({
      AbEntry: { Scope: { Fields: keyFields }, Criteria: { SearchQuery: {}, Top: Math.min(10_000, store.entries) } },
    })
    const seconds = options.quick ? 1.5 : 4
    const headers = asUser(store.token)
    await load.run({ url: product.url, path: '/api/Read', headers, bodies: [body], connections: 16, seconds })
    clearInterval(watch)
    await product.stop()
    if (idle === null) return []
    const measured = { store: `sqlite ${sizeName(store.entries)}`, unit: 'MB' } as const
    return [
      measuredRow('memory, idle after start', { ...measured, figure: idle, most: 150 }),
      measuredRow('memory, 10,000-record Reads by 16 clients', { ...measured, figure: most, most: 400 }),
    ]
  },
}

export const startCase: Case = {
  name: 'start',
  run: async ({ options, stores }) => {
    const store = await stores.get('sqlite', options.large)
    const rounds = Math.min(5, options.rounds)
    const measured = { store: `sqlite ${sizeName(store.entries)}`, unit: 'ms', most: 1000 } as const
    const served = await startTimes(rounds, () => serveProduct(store.url))
    const tested = await startTimes(rounds, serveForTests)
    return [
      measuredRow('start to ready', { ...measured, figure: median(served) }),
      measuredRow('test server, second start', { ...measured, store: 'sqlite, empty', figure: median(tested) }),
    ]
  },
}

/** The first start of a version compiles it for those that follow, and is not counted. */
async function startTimes(rounds: number, start: typeof serveForTests): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const product = await start()
    if (round > 0) times.push(product.startMs)
    await product.stop()
  }
  return times
}
