// Starts a test server in this process: a real server on a store of its own, with a clock that stands still.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ManualClock, manualClock } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import { createLog, type Log, silentLog } from '../base/log/log.ts'
import { isObject } from '../base/text/json.ts'
import { loadSettings } from '../config/load.ts'
import type { Settings } from '../config/settings.ts'
import type { Mail } from '../mail/transports.ts'
import { openStore } from '../storage/open.ts'
import { migrationStatus } from '../storage/schema/migrate.ts'
import type { Table } from '../storage/table.ts'
import { copyEmptyStore } from './store-template.ts'
import { createTestMode, type TestMode } from './test-mode.ts'
import { momentOf } from './time-travel.ts'
import type { Amount, ServerFacts } from './wire.ts'
import { amounts } from './world.ts'

/** The part of the composition root that is needed here. */
interface Product {
  readonly tables: readonly Table[]
  createApp(options: {
    readonly settings: Settings
    readonly clock: ManualClock
    readonly log: Log
    readonly onMail: (mail: Mail) => void
    readonly testMode: TestMode
  }): Promise<{
    prepare(): Promise<void>
    listen(): Promise<readonly string[]>
    close(): Promise<void>
  }>
}

interface TestServerOptions {
  /** The first time of the clock; the present in whole seconds by default. */
  readonly clock?: string
  /** The data of the first database: empty (default), small or demo. */
  readonly data?: string
  /** Faults to begin with. */
  readonly faults?: readonly unknown[]
  /** Any free port by default. */
  readonly port?: number
  /** A PostgreSQL database without tables, `postgres://...`; a new SQLite file by default. */
  readonly store?: string
  /** Settings by their names in code, such as `userRate`. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Receives the log, which is dropped by default. */
  readonly logTo?: (line: string) => void
}

interface TestServer {
  /** Addresses, first database, its users and their tokens. */
  readonly facts: ServerFacts
  close(): Promise<void>
}

/** Tests are not throttled, and webhooks may be sent to this machine. */
const usual = {
  loopbackRedirects: true,
  throttleEmail: 1_000_000,
  throttleAddress: 1_000_000,
  outboundNetworks: '127.0.0.0/8,::1/128',
  outboundHttp: true,
  scanProcesses: 1,
  drainTimeout: 1,
}

/** Settings that a test cannot choose: the server serves this machine only, from a store of its own. */
const fixed = ['host', 'port', 'publicUrl', 'dataDir', 'store', 'mail', 'demo', 'tlsCert', 'tlsKey']

export async function startTestServer(product: Product, options: TestServerOptions = {}): Promise<TestServer> {
  const clock = manualClock(options.clock === undefined ? wholeSecond(Date.now()) : momentOf(options.clock, 'clock'))
  const data = amountOf(options.data ?? 'empty')
  const folder = mkdtempSync(join(tmpdir(), 'clientele-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const settings = await settingsOf(options, folder, product.tables)
    const testMode = createTestMode(clock)
    for (const fault of options.faults ?? []) testMode.faults.add(fault)
    const { logTo } = options
    const log = logTo ? createLog({ level: settings.logLevel, format: 'json', to: logTo }) : silentLog
    const app = await product.createApp({ settings, clock, log, onMail: testMode.onMail, testMode })
    const close = async () => {
      await app.close()
      remove()
    }
    try {
      await app.prepare()
      await app.listen()
      await testMode.createMainDatabase(data)
    } catch (error) {
      await close()
      throw error
    }
    return { facts: testMode.facts(), close }
  } catch (error) {
    remove()
    throw error
  }
}

const wholeSecond = (ms: number): number => ms - (ms % 1000)

function amountOf(data: string): Amount {
  if (Object.hasOwn(amounts, data)) return data as Amount
  return refuse('InvalidValue', 'data', `data is one of ${Object.keys(amounts).join(', ')}.`)
}

async function settingsOf(options: TestServerOptions, folder: string, tables: readonly Table[]): Promise<Settings> {
  const given = isObject(options.settings) ? options.settings : {}
  for (const name of Object.keys(given)) {
    if (fixed.includes(name)) refuse('InvalidValue', `settings.${name}`, `A test server chooses ${name} itself.`)
  }
  const store = options.store ?? `sqlite:${join(folder, 'clientele.db')}`
  const own = {
    host: '127.0.0.1',
    port: options.port ?? 0,
    dataDir: folder,
    store,
    mail: `file:${join(folder, 'outbox')}`,
  }
  const { values } = loadSettings({ flags: { ...usual, ...given, ...own } })
  if (options.store === undefined) await copyEmptyStore(join(folder, 'clientele.db'), tables)
  else await requireEmpty(store, tables, values)
  return values
}

/** A test server moves its clock through years and creates users with a known password, so it refuses a store in use. */
async function requireEmpty(url: string, tables: readonly Table[], settings: Settings): Promise<void> {
  if (!/^postgres(ql)?:/.test(url)) {
    refuse('InvalidValue', 'store', 'A test server makes its own SQLite store; a store that is named is on PostgreSQL.')
  }
  const store = await openStore(url, { clock: manualClock(0), poolSize: settings.poolSize })
  try {
    const { stored } = await migrationStatus(store, tables)
    if (stored !== null)
      refuse('InvalidValue', 'store', 'The store is not empty. A test server takes an empty database only.')
  } finally {
    await store.close()
  }
}
