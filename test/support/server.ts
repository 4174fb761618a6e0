// Starts the whole service on a free port and a fresh store: in this process, or as formation.ts arranges it.
import { type Clock, systemClock } from '../../src/base/clock.ts'
import { createLog, silentLog } from '../../src/base/log/log.ts'
import type { App } from '../../src/cli/product.ts'
import { loadSettings } from '../../src/config/load.ts'
import type { Settings } from '../../src/config/settings.ts'
import type { Store } from '../../src/storage/store.ts'
import { type Engine, freshStoreUrl } from './engines.ts'
import { startFormation } from './formation.ts'

export interface TestServer {
  readonly url: string
  /** Where it listens: `127.0.0.1:51234`. */
  readonly addresses: readonly string[]
  readonly app: App
  readonly store: Store
  readonly clock: Clock
  readonly settings: Settings
  /** Log lines so far, when `logged` was asked for. */
  readonly logLines: string[]
  close(): Promise<void>
}

interface ServerOptions<C extends Clock = Clock> {
  readonly engine: Engine
  /** By their names in code: `{ bodyLimit: 2048 }`. */
  readonly settings?: Partial<Settings>
  readonly clock?: C
  /** A store that exists; it is kept at the end. */
  readonly storeUrl?: string
  /** Keep the log lines instead of dropping them. */
  readonly logged?: boolean
}

/** All PostgreSQL stores of a run behind the pooler that the run names, with LISTEN on the server itself. */
function storeFlags(url: string): Partial<Settings> {
  const pooler = process.env.CLIENTELE_TEST_POOLER
  if (pooler === undefined || url.startsWith('sqlite:')) return { store: url }
  const pooled = new URL(url)
  pooled.host = pooler
  return { store: pooled.href, storePooler: 'transaction', listenStore: url }
}

export async function startServer({ engine, settings, clock, storeUrl, logged }: ServerOptions): Promise<TestServer> {
  const fresh =
    storeUrl === undefined ? await freshStoreUrl(engine, 'tables') : { url: storeUrl, remove: async () => {} }
  // On a busy machine a turn of the event loop takes long; a test about something else must not be answered 503 then.
  const own = { host: '127.0.0.1', port: 0, mail: 'file:./data/test-outbox', overloadTurn: 60_000 }
  const flags = { ...own, ...settings, ...storeFlags(fresh.url) }
  const loaded = loadSettings({ flags })
  const logLines: string[] = []
  const log = logged ? createLog({ level: 'debug', format: 'json', to: line => void logLines.push(line) }) : silentLog
  const used = clock ?? systemClock
  const { app, url, addresses, close } = await startFormation({ flags, settings: loaded.values, clock: used, log })
  return {
    url,
    addresses,
    app,
    store: app.store,
    clock: used,
    settings: loaded.values,
    logLines,
    close: async () => {
      await close()
      await fresh.remove()
    },
  }
}
