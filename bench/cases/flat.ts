// Measures that latency does not grow with the data: sends the same requests to a small and a large store in turns.
import { type BenchContext, type Case, type Row, sizeName } from '../case.ts'
import { serveProduct } from '../children.ts'
import { median } from '../load.ts'
import { byKey, keyAfter, type Pair, pageContent, phraseContent, toProduct } from '../requests.ts'
import { type Samples, takeSamples } from '../samples.ts'
import type { BenchStore, Engine } from '../stores.ts'

interface Side {
  readonly store: BenchStore
  readonly url: string
  readonly samples: Samples
  stop(): Promise<void>
}

type Ask = Pick<Pair, 'ours'>

const deepPage = 5000
const pageSize = 50

interface Kind {
  readonly name: string
  readonly ask: (side: Side) => Promise<Ask>
  /** True when the answer itself grows with the store, so that the time may grow too. */
  readonly answerGrows?: boolean
}

const kinds: readonly Kind[] = [
  { name: 'by key', ask: async ({ samples }) => byKey(samples) },
  { name: 'page 1', ask: async () => ({ ours: { path: '/api/Read', bodies: [pageBody(null)] } }) },
  {
    name: `page ${deepPage}`,
    ask: async side => ({ ours: { path: '/api/Read', bodies: [pageBody(await deepKey(side))] } }),
  },
  { name: '$PHRASE, an e-mail address', ask: async ({ samples }) => phrases(samples.emails) },
  { name: '$PHRASE, a last name', ask: async ({ samples }) => phrases(samples.lastNames) },
  // Name collisions grow with the store: about 170 in a million entries, 2 in 10,000.
  { name: '$PHRASE, a first and a last name, Top 2', ask: async ({ samples }) => phrases(names(samples), 2) },
  {
    name: '$PHRASE, a first and a last name, Top 20',
    ask: async ({ samples }) => phrases(names(samples)),
    answerGrows: true,
  },
]

const names = ({ phrases: people }: Samples): string[] => people.map(person => person.text)

const phrases = (texts: readonly string[], top?: number): Ask => ({
  ours: { path: '/api/Read', bodies: texts.map(text => JSON.stringify({ AbEntry: phraseContent(text, top) })) },
})

const pageBody = (pageKey: string | null): string => JSON.stringify({ AbEntry: pageContent(pageKey) })

/** Pages forward as deep as the store allows, with the largest page size. */
async function deepKey({ url, store }: Side): Promise<string | null> {
  let before = Math.min(deepPage - 1, Math.floor((store.entries * 0.9) / pageSize)) * pageSize
  let key: string | null = null
  while (before > 0) {
    const size = Math.min(before, 5000)
    key = await keyAfter(key, size, url, store)
    before -= size
  }
  return key
}

export const flatCase: Case = {
  name: 'flat',
  run: async context => {
    const rows: Row[] = []
    // Filling PostgreSQL with a million entries takes half as long as all other cases, so it is optional.
    const { large, quick, postgresFlat } = context.options
    const engines = postgresFlat || (!quick && large <= 100_000) ? context.engines : context.engines.slice(0, 1)
    for (const engine of engines) rows.push(...(await onEngine(context, engine)))
    return rows
  },
}

async function onEngine(context: BenchContext, engine: Engine): Promise<Row[]> {
  const { options, stores, load, say } = context
  const sides: Side[] = []
  for (const entries of [options.small, options.large]) {
    const store = await stores.get(engine, entries)
    const samples = await takeSamples(store)
    const { url, stop } = await serveProduct(store.url)
    sides.push({ store, url, samples, stop })
  }
  const rows: Row[] = []
  for (const { name, ask, answerGrows } of kinds) {
    const asks = await Promise.all(sides.map(ask))
    const times: number[][] = [[], []]
    for (let round = 0; round <= options.rounds; round++) {
      for (const [i, side] of sides.entries()) {
        const where = { connections: 4, seconds: round === 0 ? options.warmUp : options.seconds }
        const { rate } = await load.run(toProduct(side.url, side.store, asks[i] as Ask, where))
        if (round > 0) times[i]?.push(1000 / rate)
      }
    }
    const [small, large] = times as [number[], number[]]
    const figure = median(large.map((ms, i) => ms / (small[i] as number)))
    say(`${name} on ${engine}, ${sizeName(options.large)} against ${sizeName(options.small)}: ${figure.toFixed(2)}`)
    rows.push({
      case: `${name}: time as data grows`,
      store: `${engine} ${sizeName(options.large)}`,
      ours: median(large),
      theirs: median(small),
      unit: 'ms',
      against: sizeName(options.small),
      figure,
      target: answerGrows ? null : { most: 1.3 },
    })
  }
  for (const { stop } of sides) await stop()
  return rows
}
