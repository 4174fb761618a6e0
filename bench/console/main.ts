// Runs `npm run console:bench`: measures the console in a slow browser against a large store, and prints a table with the bars.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findDatabase } from '../../src/accounts/databases.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { startServer } from '../../test/support/server.ts'
import { isMet, measuredRow, type Row, sizeName } from '../case.ts'
import { serveProduct } from '../children.ts'
import { table } from '../report.ts'
import { type BenchStore, type Engine, Stores } from '../stores.ts'
import { firstView, type Measured, measureConsole } from './measure.ts'

const usage = `npm run console:bench -- [options]

  --entries=N     entries of the store, which is kept for the next run (1000000)
  --engine=NAME   sqlite or postgres (sqlite)
  --times=N       how often each act is measured (60)
  --scroll=N      rows to scroll through (100000, or all)
  --data=DIR      where seeded stores are kept between runs
`

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite' },
    times: { type: 'string', default: '60' },
    scroll: { type: 'string', default: '100000' },
    data: { type: 'string', default: join(tmpdir(), 'clientele-bench') },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const engine = values.engine as Engine
const entries = Number(values.entries)
const say = (line: string) => console.error(`  ${line}`)
const stores = new Stores({ data: values.data, postgresServer: null }, say)

/** A session as the end of a sign-in makes it. The server that is measured runs in a process of its own. */
async function sessionIn({ url }: BenchStore): Promise<{ name: string; value: string }> {
  const server = await startServer({ engine, storeUrl: url })
  try {
    const database = await findDatabase(server.store, 'bench')
    if (!database) throw new Error('The store has no database')
    const who = { db: database.id, database: database.name, uid: 'ADA', email: 'ada@bench.example' }
    const { sessions } = server.app
    const text = await server.store.write(tx => sessions.begin(tx, who, { headers: { 'user-agent': 'Bench' } }))
    const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
    return { name, value }
  } finally {
    await server.close()
  }
}

const store = await stores.get(engine, entries)
const cookie = await sessionIn(store)
const server = await serveProduct(store.url)
const browser = await launchBrowser()
const where = `${engine} ${sizeName(entries)}`
const row = ({ name, unit, figure, most }: Measured): Row => measuredRow(name, { store: where, unit, figure, most })
const rows: Row[] = []
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 860 } })
  await context.addCookies([{ ...cookie, url: server.url, httpOnly: true, sameSite: 'Strict' }])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  rows.push(row(await firstView(page)))
  const sizes = { times: Number(values.times), scroll: Math.min(Number(values.scroll), entries) }
  for await (const measured of measureConsole(page, sizes)) {
    rows.push(row(measured))
    say(`${measured.name}: ${measured.figure.toFixed(1)} ${measured.unit}${measured.note ? ` (${measured.note})` : ''}`)
  }
} finally {
  await browser.close()
  await server.stop()
  await stores.close()
}
console.log(`\n${table(rows)}\n`)
const missed = rows.filter(one => isMet(one) === false).length
if (missed > 0) console.log(`${missed} of ${rows.length} bars were missed in this run.`)
process.exit(missed > 0 ? 1 : 0)
