// Assembles the service; this composition root is the only file that imports every room.
import { readFileSync } from 'node:fs'
import { tables as accountTables } from './accounts/tables.ts'
import type { Clock } from './base/clock.ts'
import { unlessUnavailable } from './base/errors.ts'
import { identifierMaker } from './base/identifier.ts'
import { type Job, startJobs } from './base/jobs.ts'
import type { Log } from './base/log.ts'
import type { App, AppOptions, Product } from './cli/product.ts'
import { commonKey } from './config/installation-key.ts'
import { limitsOf } from './config/limits.ts'
import { SettingError } from './config/load.ts'
import type { Settings } from './config/settings.ts'
import { documentJobs } from './documents/cleanup.ts'
import type { OperationParts } from './envelope/run.ts'
import { createEvents } from './events/index.ts'
import { tables as eventTables } from './events/tables.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import type { DemoApplication } from './http/routes/demo.ts'
import { routeTable } from './http/routes/index.ts'
import { createServer } from './http/server.ts'
import { createStoreHealth } from './http/store-health.ts'
import { Journal } from './journal/journal.ts'
import { journalJobs } from './journal/trim.ts'
import { outboxJobs } from './mail/outbox-cleanup.ts'
import { Catalogs } from './model/catalog.ts'
import { tables as modelTables } from './model/tables.ts'
import { createAuthorizationServer } from './oauth/index.ts'
import { tables as oauthTables } from './oauth/tables.ts'
import { tokenJobs } from './oauth/tokens/cleanup.ts'
import { clearingJob } from './operations/system/clear-database.ts'
import { addMissingLists } from './operations/system/default-lists.ts'
import { housekeepingJobs } from './operations/system/jobs.ts'
import { tables as operationTables } from './operations/tables.ts'
import { createOutbound } from './outbound/outbound.ts'
import { lookOf } from './pages/look.ts'
import { addSampleData } from './seed/sample-data.ts'
import { tables as sessionTables } from './sessions/tables.ts'
import { tables as signInTables } from './sign-in/tables.ts'
import { tables as ssoTables } from './sso/tables.ts'
import { checkAfterCrash } from './storage/check-after-crash.ts'
import { installationTable, joinInstallation } from './storage/installation.ts'
import { migrate } from './storage/migrate.ts'
import { openStore } from './storage/open.ts'
import { optionsOf } from './storage/options.ts'
import type { Store } from './storage/store.ts'
import { StoreClock } from './storage/store-clock.ts'
import type { Table } from './storage/table.ts'
import { directCourier, ThreadCourier } from './webhooks/courier.ts'
import { createWebhooks, type Webhooks } from './webhooks/index.ts'
import { tables as webhookTables } from './webhooks/tables.ts'

/** The tables of every room, to which the store is migrated. */
export const tables: readonly Table[] = [
  installationTable,
  ...modelTables,
  ...eventTables,
  ...operationTables,
  ...accountTables,
  ...signInTables,
  ...sessionTables,
  ...ssoTables,
  ...oauthTables,
  ...webhookTables,
]

/** What sends requests to others; test mode looks at them before they leave. */
function sendersOf(settings: Settings, testMode: AppOptions['testMode']) {
  if (!testMode) return { outbound: createOutbound(settings), courier: new ThreadCourier(settings) }
  const outbound = testMode.outbound(createOutbound(settings))
  return { outbound, courier: directCourier(outbound) }
}

export async function createApp({ settings, clock, log, onMail, testMode, team }: AppOptions): Promise<App> {
  const metrics = createMetrics()
  const store = await openStoreOf(settings, clock, metrics, team)
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  const presence = presenceOf(settings, store)
  const storeClock = new StoreClock(store, clock, log)
  const { outbound, courier } = sendersOf(settings, testMode)
  const ground = { settings, store, clock, metrics, log, storeClock, outbound, courier, server: team?.server }
  const shared = { ...ground, origin: presence.origin, look: lookOf(settings) }
  const authorization = createAuthorizationServer({ ...shared, onMail })
  const operations = operationParts({ settings, store, clock, catalogs: new Catalogs(store) })
  const journal = new Journal({ ...operations, log, kept: settings.requestLog })
  const events = createEvents({ store, clock, log, days: settings.eventDays })
  const storeHealth = createStoreHealth(store, log, metrics)
  const health = async () => (state === 'ready' ? await storeHealth.check() : { read: state, write: state })
  const webhooks = createWebhooks({ ...shared, callers: authorization.callers, operations, events: events.log })
  const probed = { health, team: team?.state ?? null, metricsText: team?.metrics ?? metrics.text }
  observe({ metrics, log, events, authorization, webhooks, team })
  const jobs = [...storeJobs(operations, settings, storeClock), ...events.jobs, ...webhooks.jobs]
  const served = { ...shared, ...probed, ...presence, authorization, operations, webhooks }
  const routes = routeTable({ ...served, addSampleData: name => addSampleData(ground, name) })
  const server = createServer({
    ...shared,
    journal,
    https: settings.publicUrl.startsWith('https:'),
    tls: tlsOf(settings),
    rates: team?.rates,
    ready: () => state !== 'starting',
    ...authorization.judges,
    routes: testMode ? [...routes, ...testMode.routes({ ...shared, authorization, webhooks, jobs })] : routes,
    interceptor: testMode?.interceptor,
  })
  const background = backgroundWork({ jobs, events, webhooks, log, team })
  // The clock of a test server has nothing to do with that of the store.
  const stopWatches = startJobs([storeHealth.job, ...(testMode ? [] : [storeClock.job])], log)

  return {
    settings,
    store,
    authorization,
    origin: presence.origin,
    showDemo: presence.showDemo,
    prepare: async () => {
      await prepareStore(store, log)
      await events.open()
      if (!testMode) await storeClock.measure()
      await background.start()
      state = 'ready'
      await presence.ready()
      metrics.ready(true)
    },
    listen: async port => {
      const addresses = await listenAt(server.listen, port === undefined ? settings : { port, demo: false })
      await presence.listening(Number(addresses[0]?.split(':').at(-1)))
      return addresses
    },
    close: async replaced => {
      state = 'draining'
      metrics.ready(false)
      const jobsEnded = stopWatches()
      await Promise.all([server.close(replaced), background.stop()])
      await Promise.all([authorization.close(), journal.close()])
      for (const part of [outbound, operations.catalogs]) part.close()
      await events.close()
      await jobsEnded
      await store.close()
      await log.flush()
    },
  }
}

interface Observed {
  readonly metrics: Metrics
  readonly log: Log
  readonly events: ReturnType<typeof createEvents>
  readonly authorization: App['authorization']
  readonly webhooks: Webhooks
  readonly team: AppOptions['team']
}

/** Lets the metrics ask for what is measured at each scrape. */
function observe({ metrics, log, events, authorization, webhooks, team }: Observed): void {
  metrics.droppedLines(log.dropped)
  metrics.eventLag(events.lagSeconds)
  metrics.tokenLookups(() => authorization.bearerTokens.counts)
  metrics.undelivered(webhooks.oldestSeconds)
  team?.measure(metrics.values)
}

interface BackgroundParts extends Pick<Observed, 'events' | 'webhooks' | 'log' | 'team'> {
  readonly jobs: readonly Job[]
}

/** What one process of a server does for all: jobs, deliveries, positions of events. */
function backgroundWork({ jobs, events, webhooks, log, team }: BackgroundParts) {
  let stopJobs = async () => {}
  let stopped = false
  const begin = async () => {
    if (stopped) return
    events.number()
    stopJobs = startJobs(jobs, log)
    await webhooks.start()
  }
  return {
    start: async () => {
      if (!team) return begin()
      team.whenLeading(() => {
        begin().catch((error: Error) => log.error('the background work could not begin', { error }))
      })
    },
    stop: async () => {
      stopped = true
      await Promise.all([stopJobs(), webhooks.close()])
      team?.resign()
    },
  }
}

interface Ground {
  readonly settings: Settings
  readonly store: Store
  readonly clock: Clock
  readonly catalogs: Catalogs
}

const operationParts = ({ settings, store, clock, catalogs }: Ground): OperationParts => ({
  store,
  catalogs,
  clock,
  limits: limitsOf(settings),
  newId: identifierMaker(clock),
  commonKey: commonKey(settings, store),
  loopbackRedirects: settings.loopbackRedirects,
})

/** The jobs that remove what is over and bring about what is due. */
const storeJobs = (operations: OperationParts, settings: Settings, storeClock: StoreClock): readonly Job[] => [
  ...tokenJobs(operations.store, operations.clock, { storeClock, retrySeconds: settings.refreshRetry }),
  ...documentJobs(operations.store, operations.clock),
  ...housekeepingJobs(operations),
  clearingJob(operations.store, tables),
  ...journalJobs({ ...operations, kept: settings.requestLog, days: settings.requestLogDays }),
  ...outboxJobs(settings.mail, settings.outboxDays),
]

async function prepareStore(store: Store, log: Log): Promise<void> {
  await checkAfterCrash(store, log)
  await migrate(store, tables)
  await addMissingLists(store)
}

/** What is known of the server when it listens and its store is ready: its address, its installation, its demo. */
function presenceOf({ publicUrl, port }: Settings, store: Store) {
  let origin = publicUrl
  let instance: string | null = null
  let demo: DemoApplication | null = null
  const is = { ready: false, listening: false }
  const join = async () => {
    if (is.ready && is.listening) instance = await unlessUnavailable(joinInstallation(store, origin))
  }
  return {
    origin: () => origin,
    instance: () => instance,
    demo: () => demo,
    showDemo: (application: DemoApplication) => {
      demo = application
    },
    ready: () => {
      is.ready = true
      return join()
    },
    /** With port 0, or when the port was taken, the server listens at another port than the setting says. */
    listening: (actual: number) => {
      if (actual !== port && origin.endsWith(`:${port}`)) origin = origin.replace(/\d+$/, String(actual))
      is.listening = true
      return join()
    },
  }
}

/** Ports that a demo tries, one after the other. */
const demoPorts = 20

/** A demo takes the next free port, since it is more use there than not at all. */
async function listenAt(
  listen: (port: number) => Promise<readonly string[]>,
  { port, demo }: Pick<Settings, 'port' | 'demo'>,
): Promise<readonly string[]> {
  for (let at = port; ; at++) {
    try {
      return await listen(at)
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!demo || !isTaken || at >= Math.min(port + demoPorts, 65_535)) throw error
    }
  }
}

const openStoreOf = (settings: Settings, clock: Clock, metrics: Metrics, team: AppOptions['team']): Promise<Store> =>
  openStore(settings.store, {
    clock,
    siblings: team?.siblings,
    onTiming: metrics.store,
    poolSize: settings.poolSize,
    ...optionsOf(settings),
    replica: settings.scanStore === null ? null : { url: settings.scanStore, boundMs: settings.scanLag * 1000 },
    readers: settings.scanProcesses,
    serving: true,
  })

export const product: Product = { tables, createApp }

function tlsOf({ tlsCert, tlsKey }: Settings): { cert: Buffer; key: Buffer } | null {
  if (tlsCert === null || tlsKey === null) return null
  return { cert: pem('tls-cert', tlsCert), key: pem('tls-key', tlsKey) }
}

function pem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new SettingError([`Bad setting ${setting}: ${path} cannot be read (${(error as Error).message}).`])
  }
}
