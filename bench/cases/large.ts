// Measures what reads a whole tenant, and many small tenants against one large: counts, groups, and reads by key.
import { type BenchContext, type Case, measuredRow, type Row, sizeName } from '../case.ts'
import { serveProduct } from '../children.ts'
import { median } from '../load.ts'
import { asUser, byKey, entryByKey, firstPage } from '../requests.ts'
import { takeSamples } from '../samples.ts'
import type { BenchStore, Engine } from '../stores.ts'

const aggregates: readonly { name: string; content: object }[] = [
  { name: '$COUNT() of all entries', content: { Scope: { Fields: { '$COUNT()': 1 } } } },
  {
    name: 'entries by Type, GroupBy',
    content: { Scope: { Fields: { Type: 1, '$COUNT()': 1 } }, GroupBy: { Fields: ['Type'] } },
  },
]

/** The large store of PostgreSQL takes minutes to fill, so it is measured on demand, as in the flatness cases. */
const enginesOf = ({ options, engines }: BenchContext): readonly Engine[] =>
  options.postgresFlat || options.large <= 100_000 ? engines : engines.slice(0, 1)

export const aggregateCase: Case = {
  name: 'aggregates',
  run: async context => {
    const rows: Row[] = []
    for (const engine of enginesOf(context)) rows.push(...(await aggregatesOn(context, engine)))
    return rows
  },
}

async function aggregatesOn({ options, stores }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.get(engine, options.large)
  const product = await serveProduct(store.url)
  const rows: Row[] = []
  for (const { name, content } of aggregates) {
    const times: number[] = []
    for (let round = 0; round <= Math.min(options.rounds, 7); round++) {
      const started = performance.now()
      const answer = await read(product.url, store.token, content)
      if (!answer.includes('"Code":0')) throw new Error(`${name}: ${answer.slice(0, 300)}`)
      if (round > 0) times.push(performance.now() - started)
    }
    rows.push(ms(name, store, median(times)))
  }
  await product.stop()
  return rows
}

const read = async (url: string, token: string, content: object): Promise<string> =>
  (
    await fetch(`${url}/api/Read`, {
      method: 'POST',
      headers: asUser(token),
      body: JSON.stringify({ AbEntry: content }),
    })
  ).text()

const ms = (name: string, { engine, entries }: BenchStore, figure: number): Row =>
  measuredRow(name, { store: `${engine} ${sizeName(entries)}`, unit: 'ms', figure, most: null })

/** As many entries in all: a thousandth of them in each tenant. */
const shareOfTenant = 1_000

export const tenantsCase: Case = {
  name: 'tenants',
  run: async context => {
    const rows: Row[] = []
    for (const engine of enginesOf(context)) rows.push(...(await tenantsOn(context, engine)))
    return rows
  },
}

interface Ask {
  readonly token: string
  readonly body: string
}

async function tenantsOn({ options, stores, load, say }: BenchContext, engine: Engine): Promise<Row[]> {
  const [one, many] = [
    await stores.get(engine, options.large),
    await stores.tenants(engine, options.large / shareOfTenant, shareOfTenant),
  ]
  const [large, small] = [await serveProduct(one.url), await serveProduct(many.url)]
  const { ours } = byKey(await takeSamples(one))
  const page = firstPage().ours.bodies[0] as string
  const kinds: { name: string; ofOne: Ask[]; ofMany: Ask[] }[] = [
    {
      name: 'read by key',
      ofOne: ours.bodies.map(body => ({ token: one.token, body })),
      ofMany: many.tenants.flatMap(({ token, keys }) => keys.map(key => ({ token, body: entryByKey(key) }))),
    },
    {
      name: 'page of 50 by CompanyName',
      ofOne: [{ token: one.token, body: page }],
      ofMany: many.tenants.map(({ token }) => ({ token, body: page })),
    },
  ]
  const rows: Row[] = []
  for (const { name, ofOne, ofMany } of kinds) {
    const sides = [
      { url: small.url, asks: ofMany },
      { url: large.url, asks: ofOne },
    ]
    const times: number[][] = [[], []]
    for (let round = 0; round <= options.rounds; round++) {
      for (const [i, { url, asks }] of sides.entries()) {
        const where = { connections: 4, seconds: round === 0 ? options.warmUp : options.seconds }
        const requests = asks.map(({ token, body }) => ({ headers: asUser(token), body }))
        const { rate } = await load.run({ url, path: '/api/Read', headers: {}, bodies: [], requests, ...where })
        if (round > 0) times[i]?.push(1000 / rate)
      }
    }
    const [ofTenants, ofLarge] = times as [number[], number[]]
    const figure = median(ofTenants.map((time, i) => time / (ofLarge[i] as number)))
    say(`${name}, ${many.tenants.length} tenants on ${engine}: ${figure.toFixed(2)}`)
    rows.push({
      case: `${name}, ${many.tenants.length} tenants of ${sizeName(shareOfTenant)}`,
      store: `${engine} ${sizeName(options.large)}`,
      ours: median(ofTenants),
      theirs: median(ofLarge),
      unit: 'ms',
      against: 'one tenant',
      figure,
      target: { most: 1.5 },
    })
  }
  await Promise.all([small.stop(), large.stop()])
  return rows
}
