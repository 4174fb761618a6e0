// Measures the refresh_token grant against oidc-provider in memory, and TokenValid against a bare POST.
import { systemClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log/log.ts'
import { systemRandom } from '../../src/base/secrets/secret.ts'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { insertGrant } from '../../src/oauth/statements.ts'
import { newPair } from '../../src/oauth/token/pair.ts'
import { insertPair } from '../../src/oauth/tokens/pair-statements.ts'
import { StoreClock } from '../../src/storage/nodes/store-clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { type BenchContext, type Case, onEachEngine, type Row, sizeName } from '../case.ts'
import { serveBesideFloor, serveProduct, serveProgram } from '../children.ts'
import { cpuOf } from '../cpu.ts'
import { type LoadRequest, median, medianOf, partOf, type Race, race } from '../load.ts'
import { asUser } from '../requests.ts'
import { benchDb } from '../samples.ts'
import { type BenchStore, type Engine, redirectUri } from '../stores.ts'

/** Enough connections for group commit to have an effect. */
const connections = 32

export const refreshCase: Case = {
  name: 'refresh',
  run: context => onEachEngine(context, refresh),
}

/** Inserts grants with their first pair, as sign-ins would leave them. */
async function newChains(store: BenchStore, count: number): Promise<string[]> {
  const opened = await openStore(store.url, { clock: systemClock })
  const parts = {
    clock: systemClock,
    random: systemRandom,
    storeClock: new StoreClock(opened, systemClock, silentLog),
    policy: { refreshChainDays: 0 },
  }
  const newId = identifierMaker()
  const now = Math.floor(Date.now() / 1000)
  try {
    return await opened.write(async tx => {
      const tokens: string[] = []
      for (let i = 0; i < count; i++) {
        const chain = newId()
        const whose = { client_id: store.clientId, db: benchDb, uid: 'JOE' }
        const pair = newPair(parts, { ...whose, chain, scope: 'data', began: now }, now)
        await tx.run(insertGrant(opened.dialect, { ...whose, id: chain, now, standard: null, provider: null }))
        await tx.run(insertPair(opened.dialect, pair.row))
        tokens.push((JSON.parse(pair.answer) as { refresh_token: string }).refresh_token)
      }
      return tokens
    })
  } finally {
    await opened.close()
  }
}

async function refresh({ options, stores, load, say }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.copy(await stores.get(engine, options.size))
  const [product, peer] = await Promise.all([serveProduct(store.url), serveProgram('peers/oidc-server.ts', [])])
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = (
    url: string,
    path: string,
    client: string,
    secret: string,
    tokens: readonly string[],
    seconds: number,
  ): LoadRequest => ({
    url,
    path,
    headers: form,
    bodies: [],
    connections,
    seconds,
    chains: {
      form: `grant_type=refresh_token&client_id=${client}&client_secret=${secret}&redirect_uri=${encodeURIComponent(redirectUri)}`,
      tokens,
    },
  })
  const rates: [number[], number[]] = [[], []]
  // The first round is the warm-up. Each round has its own chains, since the last answer of a connection may be lost.
  for (let round = 0; round <= options.rounds; round++) {
    const own = await newChains(store, connections)
    const theirs = (await (await fetch(`${peer.url}/chains`)).json()) as string[]
    const seconds = round === 0 ? options.warmUp : options.seconds
    const results = [
      await load.run(ask(product.url, '/oauth/v1/token', store.clientId, store.clientSecret, own, seconds)),
      await load.run(ask(peer.url, '/token', 'bench', 'bench-secret', theirs, seconds)),
    ]
    if (round > 0) results.forEach((result, i) => void rates[i]?.push(result.rate))
  }
  await Promise.all([product.stop(), peer.stop()])
  const figure = median(rates[0].map((rate, i) => rate / (rates[1][i] as number)))
  say(`refresh on ${engine}: ${figure.toFixed(2)}`)
  return [
    {
      case: 'refresh_token grant, durable',
      store: `${engine} ${sizeName(store.entries)}`,
      ours: median(rates[0]),
      theirs: median(rates[1]),
      unit: '/s',
      against: 'oidc-provider in memory',
      figure,
      target: { least: 4 },
    },
  ]
}

export const tokenValidCase: Case = {
  name: 'token-valid',
  run: context => onEachEngine(context, tokenValid),
}

/** No store is needed for it, so what the engines differ in is work beside it. */
async function tokenValid({ options, stores, load }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.get(engine, options.size)
  const common = { bodies: ['{}'], connections: options.connections, seconds: options.seconds }
  const races: Race[] = []
  const starts = options.quick ? 1 : 5
  for (let start = 0; start < starts; start++) {
    const { product, floor, stop } = await serveBesideFloor(engine, store.url)
    const [ours, theirs] = [product, floor].map(({ pid }) => ({ ...common, cpu: cpuOf(pid, stores, engine) }))
    const json = { 'content-type': 'application/json' }
    const contenders = [
      { ...common, ...ours, url: product.url, path: '/api/TokenValid', headers: asUser(store.token) },
      { ...common, ...theirs, url: floor.url, path: '/valid', headers: json },
    ]
    races.push(await race(load, contenders, partOf(options, starts)))
    await stop()
  }
  const { rates, ratios, cpuRatios } = medianOf(races)
  return [
    {
      case: 'TokenValid',
      store: `${engine} ${sizeName(store.entries)}`,
      ours: rates[0] as number,
      theirs: rates[1] as number,
      unit: '/s',
      against: 'bare POST',
      figure: ratios[0] as number,
      cpuRatio: cpuRatios[0] ?? null,
      target: { least: 0.8 },
    },
  ]
}
