// Assembles the service: with compose/, this composition root imports every room.
import { tables as accountTables } from './accounts/tables.ts'
import type { Log } from './base/log/log.ts'
import { type Job, startJobs } from './base/scheduling/jobs.ts'
import { systemRandom } from './base/secrets/secret.ts'
import { identifierMaker } from './base/text/identifier.ts'
import { header } from './base/web.ts'
import { tables as calendarTables } from './calendar/tables.ts'
import type { App, AppOptions, Product } from './cli/product.ts'
import { backgroundWork, eventFollowers } from './compose/background.ts'
import { composeIdentity } from './compose/identity.ts'
import { presenceOf, tlsOf } from './compose/presence.ts'
import { commonKey } from './config/installation-key.ts'
import { limitsOf } from './config/limits.ts'
import type { Settings } from './config/settings.ts'
import { documentJobs } from './documents/cleanup.ts'
import { redirectPolicyOf } from './entities/rules/redirect-uri.ts'
import type { OperationParts } from './envelope/run.ts'
import { erasureJob, traceKeepers } from './erasure/index.ts'
import { createEvents } from './events/index.ts'
import { tables as eventTables } from './events/tables.ts'
import { tables as factorTables } from './factors/tables.ts'
import { WriteDesk } from './http/handed-writes.ts'
import { portOf } from './http/listen.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { runOrder } from './http/routes/data.ts'
import { routeTable } from './http/routes/index.ts'
import { createServer } from './http/server.ts'
import { createStoreHealth } from './http/store-health.ts'
import { createImports } from './import/index.ts'
import { tables as importTables } from './import/tables.ts'
import { Journal } from './journal/journal.ts'
import { journalJobs } from './journal/trim.ts'
import { createMailer } from './mail/mailer.ts'
import { outboxJobs } from './mail/outbox-cleanup.ts'
import { Catalogs } from './model/catalog.ts'
import { wordsVersion } from './model/search-words.ts'
import { StoreCheck } from './model/store-check/store-check.ts'
import { tables as modelTables } from './model/tables.ts'
import { wordsUpgradeJob } from './model/words-upgrade.ts'
import { tables as notificationTables } from './notifications/tables.ts'
import { tables as oauthTables } from './oauth/tables.ts'
import { tokenJobs } from './oauth/tokens/cleanup.ts'
import { clearingJob } from './operations/system/clear-database.ts'
import { addMissingLists } from './operations/system/default-lists.ts'
import { housekeepingJobs } from './operations/system/jobs.ts'
import { tables as operationTables } from './operations/tables.ts'
import { createOutbound } from './outbound/outbound.ts'
import { lookOf } from './pages/look.ts'
import { createScim, scimJudge } from './scim/index.ts'
import { tables as scimTables } from './scim/tables.ts'
import { addSampleData } from './seed/sample-data.ts'
import { tables as sessionTables } from './sessions/tables.ts'
import { signInLogJobs } from './sign-in/sign-in-log.ts'
import { tables as signInTables } from './sign-in/tables.ts'
import { tables as ssoTables } from './sso/tables.ts'
import { tables as standardTables } from './standard/tables.ts'
import { checkAfterCrash } from './storage/health/check-after-crash.ts'
import { storeCheckTable } from './storage/health/check-record.ts'
import { installationTable } from './storage/nodes/installation.ts'
import { nodePresence, nodeTable } from './storage/nodes/node-presence.ts'
import { StoreClock } from './storage/nodes/store-clock.ts'
import { openStore } from './storage/open.ts'
import { optionsOf } from './storage/options.ts'
import { migrate } from './storage/schema/migrate.ts'
import type { Store } from './storage/store.ts'
import type { Table } from './storage/table.ts'
import { createAlert } from './webhooks/delivery/alerts.ts'
import { directTransport, ThreadTransport } from './webhooks/delivery/transport.ts'
import { createWebhooks, type Webhooks } from './webhooks/index.ts'
import { tables as webhookTables } from './webhooks/tables.ts'
import { tables as workflowTables } from './workflows/tables.ts'

/** The tables of every room, to which the store is migrated. */
export const tables: readonly Table[] = [
  installationTable,
  nodeTable,
  storeCheckTable,
  ...modelTables,
  ...eventTables,
  ...operationTables,
  ...accountTables,
  ...signInTables,
  ...sessionTables,
  ...ssoTables,
  ...factorTables,
  ...oauthTables,
  ...standardTables,
  ...scimTables,
  ...webhookTables,
  ...notificationTables,
  ...importTables,
  ...workflowTables,
  ...calendarTables,
]

/** The parts that send requests to other servers; test mode captures these requests. */
function sendersOf(settings: Settings, testMode: AppOptions['testMode']) {
  if (!testMode) return { outbound: createOutbound(settings), transport: new ThreadTransport(settings) }
  const outbound = testMode.outbound(createOutbound(settings))
  return { outbound, transport: directTransport(outbound) }
}

/** The parts that the rooms share, each created once. */
const sharedParts = ({ settings, clock, log, onMail, testMode, team }: AppOptions, store: Store) => ({
  ...{ settings, store, clock, log, server: team?.server },
  ...sendersOf(settings, testMode),
  mailer: createMailer(settings.mail, settings.mailFrom, log, onMail),
  storeClock: new StoreClock(store, clock, log),
  newId: identifierMaker(clock),
  commonKey: commonKey(settings, store),
  look: lookOf(settings),
})

export async function createApp(options: AppOptions): Promise<App> {
  const { settings, clock, log, testMode, team } = options
  const metrics = createMetrics()
  const store = await openStoreOf(options, metrics)
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  const presence = presenceOf(settings, store)
  const shared = { ...sharedParts(options, store), metrics, origin: presence.origin }
  const identity = composeIdentity(shared)
  const operations = operationParts(shared)
  const journal = new Journal({ ...operations, log, kept: settings.requestLog })
  const events = createEvents({ store, clock, log, days: settings.eventDays })
  const storeHealth = createStoreHealth(store, log, metrics)
  const storeCheck = new StoreCheck({ store, settings, tables, log, isScheduled: !testMode })
  const health = async () => (state === 'ready' ? await storeHealth.check() : { read: state, write: state })
  const webhooks = webhooksOf(shared, identity, { operations, events: events.log })
  const imports = createImports({ operations, callers: identity.callers, settings, log })
  const scim = createScim({ ...shared, ...identity, operations, random: systemRandom })
  const followers = eventFollowers({ ...shared, ...identity, operations, events: events.log })
  const jobs = storeJobs(operations, settings, shared, [identity, events, webhooks, imports, followers, scim])
  observe({ metrics, log, events, identity, webhooks, storeCheck, team })
  const probed = { health, ...probedParts(metrics, storeCheck, team) }
  const { handedWrites, writeDesk } = writesOf(team, operations)
  const served = { ...shared, ...identity, ...probed, ...presence, operations, webhooks, imports, scim, handedWrites }
  const routes = routeTable({ ...served, addSampleData: name => addSampleData(shared, name) })
  const server = createServer({
    ...shared,
    ...identity.judges,
    provider: request => scimJudge(scim.tokens)(header(request, 'authorization')),
    ...{ journal, rates: team?.rates },
    https: settings.publicUrl.startsWith('https:'),
    tls: tlsOf(settings),
    ready: () => state !== 'starting',
    routes: testMode ? [...routes, ...testMode.routes({ ...shared, ...identity, webhooks, jobs })] : routes,
    interceptor: testMode?.interceptor,
  })
  const background = backgroundWork({ jobs, events, webhooks, imports, operations, storeCheck, log, team })
  const node = nodePresence(store, wordsVersion, store.shared || team !== undefined)
  const stopWatches = startJobs([storeHealth.job, ...clockJobs(shared, testMode), ...node.jobs], log)

  return {
    ...{ settings, store, storeCheck, origin: presence.origin, showDemo: presence.showDemo },
    ...{ authorization: identity.authorization, signIn: identity.signIn, sessions: identity.sessions },
    prepare: async () => {
      await prepareStore(store, log)
      await node.beat()
      await events.open()
      if (!testMode) await shared.storeClock.measure()
      await background.start()
      state = 'ready'
      await presence.ready()
      metrics.ready(true)
    },
    listen: async () => {
      const addresses = team ? team.takeConnections(server.takeConnections()) : await server.listen()
      await presence.listening(portOf(addresses[0]))
      return addresses
    },
    close: async replaced => {
      state = 'draining'
      metrics.ready(false)
      const jobsEnded = stopWatches()
      await Promise.all([server.close(replaced), background.stop(), writeDesk.drained()])
      await Promise.all([identity.close(), journal.close(), scim.close()])
      for (const part of [shared.mailer, shared.outbound, operations.catalogs, followers]) part.close()
      await Promise.all([events.close(), jobsEnded])
      await store.close()
      await log.flush()
    },
  }
}

/** Writes that siblings hand to this process, and those that it hands to a sibling. */
function writesOf(team: AppOptions['team'], operations: OperationParts) {
  const writeDesk = new WriteDesk((order, named) => runOrder(order, named, operations))
  team?.handedWrites?.serve(writeDesk.serve)
  return { handedWrites: team?.handedWrites ?? null, writeDesk }
}

/** The clock of a test server has nothing to do with that of the store. */
const clockJobs = ({ storeClock }: { storeClock: StoreClock }, testMode: AppOptions['testMode']): readonly Job[] =>
  testMode ? [] : [storeClock.job]

type WebhookParts = Parameters<typeof createWebhooks>[0]

const webhooksOf = (
  shared: Omit<WebhookParts, 'callers' | 'isGrantLive' | 'alert' | 'operations' | 'events'> &
    Parameters<typeof createAlert>[0],
  { callers, authorization }: Pick<ReturnType<typeof composeIdentity>, 'callers' | 'authorization'>,
  parts: Pick<WebhookParts, 'operations' | 'events'>,
): Webhooks => {
  const { isGrantLive } = authorization
  return createWebhooks({ ...shared, ...parts, callers, isGrantLive, alert: createAlert(shared) })
}

/** What the probes of operators show besides the health of the store. */
const probedParts = (metrics: Metrics, storeCheck: StoreCheck, team: AppOptions['team']) => ({
  lastCheck: () => storeCheck.last(),
  team: team?.state ?? null,
  metricsText: team?.metrics ?? metrics.text,
})

interface ObservedParts {
  readonly metrics: Metrics
  readonly log: Log
  readonly events: ReturnType<typeof createEvents>
  readonly identity: Pick<App, 'authorization'>
  readonly webhooks: Webhooks
  readonly storeCheck: StoreCheck
  readonly team: AppOptions['team']
}

/** Registers the values that are measured at each scrape. */
function observe({ metrics, log, events, identity, webhooks, storeCheck, team }: ObservedParts): void {
  metrics.droppedLines(log.dropped)
  metrics.eventLag(events.lagSeconds)
  metrics.tokenLookups(() => identity.authorization.bearerTokens.counts)
  metrics.undelivered(webhooks.oldestSeconds)
  metrics.storeCheck(() => storeCheck.last())
  team?.measure(metrics.values)
}

type SharedParts = Pick<OperationParts, 'store' | 'clock' | 'newId' | 'commonKey'> & { readonly settings: Settings }

const operationParts = ({ settings, store, clock, newId, commonKey }: SharedParts): OperationParts => ({
  ...{ store, clock, newId, commonKey },
  traces: traceKeepers,
  catalogs: new Catalogs(store),
  limits: limitsOf(settings),
  redirects: redirectPolicyOf(settings),
})

/** The jobs that remove expired rows and do what is due, and those of the rooms. */
const storeJobs = (
  operations: OperationParts,
  settings: Settings,
  { storeClock, log }: { storeClock: StoreClock; log: Log },
  rooms: readonly { readonly jobs: readonly Job[] }[],
): readonly Job[] => [
  wordsUpgradeJob(operations.store, log),
  ...tokenJobs(operations.store, operations.clock, { storeClock, retrySeconds: settings.refreshRetry }),
  ...documentJobs(operations.store, operations.clock),
  ...housekeepingJobs(operations),
  clearingJob(operations.store, tables),
  erasureJob(operations.store, operations.clock),
  ...journalJobs({ ...operations, kept: settings.requestLog, days: settings.requestLogDays }),
  ...signInLogJobs({ ...operations, days: settings.signInDays }),
  ...outboxJobs(settings.mail, settings.outboxDays),
  ...rooms.flatMap(room => room.jobs),
]

async function prepareStore(store: Store, log: Log): Promise<void> {
  await checkAfterCrash(store, log)
  await migrate(store, tables)
  await addMissingLists(store)
}

const openStoreOf = ({ settings, clock, log, team }: AppOptions, metrics: Metrics): Promise<Store> =>
  openStore(settings.store, {
    clock,
    siblings: team?.siblings,
    onTiming: metrics.store,
    onNotice: text => log.warn(text),
    poolSize: settings.poolSize,
    ...optionsOf(settings),
    replica: settings.scanStore === null ? null : { url: settings.scanStore, boundMs: settings.scanLag * 1000 },
    readers: settings.scanProcesses,
    serving: true,
  })

export const product: Product = { tables, createApp }
