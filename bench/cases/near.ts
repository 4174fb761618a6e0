// Measures the server's time of searches with typing errors: $NEAR for names, an e-mail's domain and a telephone number.
import { type BenchContext, type Case, measuredRow, type Row, sizeName } from '../case.ts'
import { serveProduct } from '../children.ts'
import { median } from '../load.ts'
import { asUser } from '../requests.ts'
import { type Samples, takeSamples } from '../samples.ts'
import type { Engine } from '../stores.ts'

/** What a list and the palette ask for. */
const top = 20
const mostMs = 50

type Slip = (word: string) => string
const middle = (word: string): number => Math.floor(word.length / 2)

const slips: Readonly<Record<string, Slip>> = {
  wrong: word => word.slice(0, middle(word)) + (word[middle(word)] === 'x' ? 'y' : 'x') + word.slice(middle(word) + 1),
  missing: word => word.slice(0, middle(word)) + word.slice(middle(word) + 1),
  doubled: word => word.slice(0, middle(word)) + word[middle(word)] + word.slice(middle(word)),
  swapped: word =>
    word.slice(0, middle(word) - 1) + word[middle(word)] + word[middle(word) - 1] + word.slice(middle(word) + 1),
}

/** Words of four letters and more may have an error. */
const hasErrors = (word: string): boolean => word.length > 3

function searches({ lastNames, phrases, emails }: Samples): Record<string, string[]> {
  const long = lastNames.filter(hasErrors)
  const people = phrases.map(({ text }) => text).filter(text => text.split(' ').every(hasErrors))
  const swapWords = (text: string, slip: Slip) => text.split(' ').reverse().map(slip).join(' ')
  return {
    ...Object.fromEntries(
      Object.entries(slips).map(([name, slip]) => [`a last name, one letter ${name}`, long.map(slip)]),
    ),
    'last and first name, an error in each': people.map(text => swapWords(text, slips.wrong as Slip)),
    "an e-mail's domain": emails.map(email => email.slice(email.indexOf('@'))),
  }
}

export const nearCase: Case = {
  name: 'near',
  run: async context => {
    const { options, engines } = context
    // The large store of PostgreSQL takes minutes to fill, so it is measured on demand, as in the flatness cases.
    const measured = options.postgresFlat || options.large <= 100_000 ? engines : engines.slice(0, 1)
    const rows: Row[] = []
    for (const engine of measured) rows.push(...(await onEngine(context, engine)))
    return rows
  },
}

/** One request after the other, so that no time is spent in a queue. */
async function onEngine({ options, stores, say }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.get(engine, options.large)
  const asked = searches(await takeSamples(store))
  const product = await serveProduct(store.url)
  const rows: Row[] = []
  for (const [name, texts] of Object.entries(asked)) {
    const times: number[] = []
    for (const [i, text] of texts.slice(0, 200).entries()) {
      const body = JSON.stringify({
        AbEntry: { Scope: { Fields: { Key: 1, FullName: 1 } }, Criteria: { SearchQuery: { $NEAR: text }, Top: top } },
      })
      const started = performance.now()
      const answer = await (
        await fetch(`${product.url}/api/Read`, { method: 'POST', headers: asUser(store.token), body })
      ).text()
      const time = performance.now() - started
      if (!answer.includes('"Code":0')) throw new Error(`$NEAR ${text}: ${answer.slice(0, 300)}`)
      if (i >= 20) times.push(time)
    }
    const sorted = times.sort((one, other) => one - other)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] as number
    say(`$NEAR, ${name} on ${engine}: ${median(times).toFixed(1)} ms, 95 %: ${p95.toFixed(1)} ms`)
    const place = { store: `${engine} ${sizeName(options.large)}`, unit: 'ms' } as const
    rows.push(measuredRow(`$NEAR, ${name}`, { ...place, figure: median(times), most: mostMs }))
  }
  await product.stop()
  return rows
}
