// Measures Reads against the floor: by key, pages, a phrase, contacts, interactions; by key against PostGraphile too.
import { type BenchContext, type Case, onEachEngine, type Row, sizeName } from '../case.ts'
import { checkSame } from '../check.ts'
import { serveBesideFloor, serveProduct, serveProgram } from '../children.ts'
import { cpuOf } from '../cpu.ts'
import { medianOf, partOf, type Race, race } from '../load.ts'
import { installPeers } from '../peers/install.ts'
import {
  byKey,
  contacts,
  firstPage,
  firstPageOfAdmin,
  interactions,
  nextPage,
  type Pair,
  phrase,
  takePageKeys,
  toFloor,
  toProduct,
} from '../requests.ts'
import { type Samples, takeSamples } from '../samples.ts'
import type { BenchStore, Engine } from '../stores.ts'

const kinds: readonly { make: (samples: Samples, pageKeys: readonly string[]) => Pair; least: number }[] = [
  { make: byKey, least: 0.75 },
  { make: firstPage, least: 0.8 },
  { make: firstPageOfAdmin, least: 0.8 },
  { make: nextPage, least: 0.8 },
  { make: phrase, least: 0.7 },
  { make: contacts, least: 0.7 },
  { make: interactions, least: 0.7 },
]

export const readCases: Case[] = [
  { name: 'reads', run: context => onEachEngine(context, againstFloor) },
  { name: 'postgraphile', run: async context => (context.engines.includes('postgres') ? againstPeer(context) : []) },
]

async function againstFloor(context: BenchContext, engine: Engine): Promise<Row[]> {
  const { options, stores, load } = context
  const store = await stores.get(engine, options.size)
  const samples = await takeSamples(store)
  let pairs: Pair[] = []
  const races: Race[][] = kinds.map(() => [])
  const starts = options.quick ? 1 : 3
  for (let start = 0; start < starts; start++) {
    const { product, floor, stop } = await serveBesideFloor(engine, store.url)
    const pageKeys = await takePageKeys(product.url, store)
    pairs = kinds.map(({ make }) => make(samples, pageKeys))
    for (const [i, pair] of pairs.entries()) {
      await checkSame(pair, product.url, floor.url, store.adminToken)
      const contenders = [
        { ...toProduct(product.url, store, pair, options), cpu: cpuOf(product.pid, stores, engine) },
        { ...toFloor(floor.url, pair, options), cpu: cpuOf(floor.pid, stores, engine) },
      ]
      races[i]?.push(await race(load, contenders, partOf(options, starts)))
    }
    await stop()
  }
  return kinds.map(({ least }, i) => {
    const { rates, ratios, cpuRatios } = medianOf(races[i] as Race[])
    const { name } = pairs[i] as Pair
    const cpuRatio = cpuRatios[0] ?? null
    context.say(`${name} on ${engine}: ${ratios[0]?.toFixed(2)}, by processor time ${cpuRatio?.toFixed(2)}`)
    return { ...row(name, store, rates as [number, number], ratios[0] as number, 'floor', least), cpuRatio }
  })
}

const row = (
  name: string,
  store: BenchStore,
  [ours, theirs]: readonly [number, number],
  figure: number,
  against: string,
  least: number,
): Row => ({
  case: name,
  store: `${store.engine} ${sizeName(store.entries)}`,
  ours,
  theirs,
  unit: '/s',
  against,
  figure,
  target: { least },
})

const graphql = `query Entry($id: String!) { abEntryByDbAndRowId(db: "1", rowId: $id) {
  rowId type companyName firstName lastName display position email phone website created version
} }`

async function againstPeer(context: BenchContext): Promise<Row[]> {
  const { options, stores, load } = context
  installPeers(context.say)
  const store = await stores.get('postgres', options.size)
  const samples = await takeSamples(store)
  const [product, peer] = await Promise.all([
    serveProduct(store.url),
    serveProgram('peers/postgraphile-server.ts', [store.url]),
  ])
  const bodies = samples.entryIds.map(id => JSON.stringify({ query: graphql, variables: { id } }))
  const answer = await fetch(`${peer.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bodies[0] as string,
  })
  const found = await answer.text()
  if (!found.includes(`"rowId":"${samples.entryIds[0]}"`)) throw new Error(`PostGraphile does not find it: ${found}`)
  const theirs = {
    url: peer.url,
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    bodies,
    ...options,
  }
  const { rates, ratios } = await race(load, [toProduct(product.url, store, byKey(samples), options), theirs], options)
  await Promise.all([product.stop(), peer.stop()])
  return [row('read by key, 12 fields', store, rates as [number, number], ratios[0] as number, 'postgraphile', 3)]
}
