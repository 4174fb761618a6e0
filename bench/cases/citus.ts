// Measures Reads on Citus, a coordinator and two workers of this machine, against plain PostgreSQL of the same programs.
import { citusMissing, startCitus } from '../../test/support/start-citus.mjs'
import { type BenchContext, type Case, type Row, sizeName } from '../case.ts'
import { serveProduct } from '../children.ts'
import { race } from '../load.ts'
import { byKey, firstPage, firstPageOfAdmin, type Pair, toProduct } from '../requests.ts'
import { type Samples, takeSamples } from '../samples.ts'
import { type BenchStore, seed } from '../stores.ts'

/** Both stores are seeded for the run, so they are small. */
const entries = 10_000

export const citusCase: Case = {
  name: 'citus',
  run: async context => {
    const why = citusMissing()
    if (why !== null || !context.engines.includes('postgres')) {
      context.say(`skipped: ${why ?? '--no-postgres'}`)
      return []
    }
    const cluster = await startCitus()
    process.env.CLIENTELE_TEST_POSTGRES = cluster.url
    process.env.CLIENTELE_TEST_CITUS = JSON.stringify(cluster.workers.map(worker => worker.url))
    try {
      const { administer, freshDatabase } = await import('../../test/support/postgres.ts')
      await administer('create database plain template template0')
      const plain = Object.assign(new URL(cluster.url), { pathname: '/plain' }).href
      return await measure(context, [await seeded(await freshDatabase()), await seeded(plain)])
    } finally {
      await cluster.stop()
    }
  },
}

const seeded = async (url: string): Promise<BenchStore> => ({
  engine: 'postgres',
  entries,
  url,
  ...seed(url, entries),
})

const byKeyOfAdmin = (samples: Samples): Pair => ({
  ...byKey(samples),
  name: 'read by key, 12 fields, an administrator',
  admin: true,
})

async function measure({ load, options }: BenchContext, stores: readonly [BenchStore, BenchStore]): Promise<Row[]> {
  const servers = await Promise.all(stores.map(store => serveProduct(store.url)))
  const samples = await Promise.all(stores.map(takeSamples))
  const rows: Row[] = []
  for (const make of [byKey, byKeyOfAdmin, firstPage, firstPageOfAdmin]) {
    const contenders = stores.map((store, i) =>
      toProduct(servers[i]?.url as string, store, make(samples[i] as Samples), options),
    )
    const { rates, ratios } = await race(load, contenders, options)
    rows.push({
      case: make(samples[0] as Samples).name,
      store: `citus ${sizeName(entries)}`,
      ours: rates[0] as number,
      theirs: rates[1] as number,
      unit: '/s',
      against: 'plain PostgreSQL',
      figure: ratios[0] as number,
      target: { least: 0.5 },
    })
  }
  await Promise.all(servers.map(server => server.stop()))
  return rows
}
