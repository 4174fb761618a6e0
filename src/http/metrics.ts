// Counts and times requests and the store, for Prometheus.
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import type { CheckResult } from '../model/store-check/store-check.ts'
import { DurationHistogram } from './histogram.ts'
import type { Outcome } from './route.ts'

export interface Metrics {
  request(operation: string, entity: string, outcome: Outcome, seconds: number): void
  store(kind: string, ms: number): void
  /** Sets the function that returns the counts of token look-ups at each scrape. */
  tokenLookups(read: () => { readonly hits: number; readonly misses: number }): void
  /** Sets the function that returns the number of dropped log lines at each scrape. */
  droppedLines(read: () => number): void
  /** Sets the function that returns the age of the oldest event without a position at each scrape, in seconds. */
  eventLag(read: () => number): void
  /** Counts an attempt to deliver a webhook. */
  delivery(outcome: string): void
  /** Sets the function that returns at each scrape for how many seconds the oldest event waits to be delivered. */
  undelivered(read: () => number): void
  ready(state: boolean): void
  /** Counts a turn of the event loop that was too long. */
  loopStall(): void
  storeHealth(read: boolean, write: boolean): void
  /** Sets the function that returns the last check of the whole store at each scrape. */
  storeCheck(read: () => Promise<CheckResult | null>): void
  contentType: string
  text(): Promise<string>
  /** The figures as values, to be added to those of other workers. */
  values(): Promise<MetricObjectWithValues<MetricValue<string>>[]>
}

const requestBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const storeBuckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

export function createMetrics(): Metrics {
  const registry = new Registry()
  // Memory, processor, event-loop delay, garbage collection.
  collectDefaultMetrics({ register: registry })
  const requests = new DurationHistogram(registry, {
    name: 'clientele_request_duration_seconds',
    help: 'Requests by operation, entity and outcome, with their latency',
    labelNames: ['operation', 'entity', 'outcome'],
    bounds: requestBuckets,
  })
  const store = new DurationHistogram(registry, {
    name: 'clientele_store_duration_seconds',
    help: 'Time spent in the store, by kind of work',
    labelNames: ['kind'],
    bounds: storeBuckets,
  })
  let lookups = () => ({ hits: 0, misses: 0 })
  new Counter({
    name: 'clientele_token_lookups_total',
    help: 'Bearer tokens judged from memory (hit) or by asking the store (miss)',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { hits, misses } = lookups()
      this.reset()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'miss' }, misses)
    },
  })
  const webhooks = webhookMetrics(registry)
  const stalls = stallCounter(registry)
  const ready = readyGauge(registry)
  const storeHealth = new Gauge({
    name: 'clientele_store_available',
    help: '1 while the store can be used in this way (read, write), else 0',
    labelNames: ['use'],
    aggregator: 'min',
    registers: [registry],
  })
  return {
    request: (operation, entity, outcome, seconds) => requests.observe([operation, entity, outcome], seconds),
    store: (kind, ms) => store.observe([kind], ms / 1000),
    tokenLookups: read => {
      lookups = read
    },
    droppedLines: read => addDroppedLines(registry, read),
    eventLag: read => addEventLag(registry, read),
    ...webhooks,
    ready: state => ready.set(state ? 1 : 0),
    loopStall: () => stalls.inc(),
    storeHealth: (read, write) => {
      storeHealth.set({ use: 'read' }, read ? 1 : 0)
      storeHealth.set({ use: 'write' }, write ? 1 : 0)
    },
    storeCheck: read => addStoreCheck(registry, read),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON() as ReturnType<Metrics['values']>,
  }
}

const addEventLag = (registry: Registry, read: () => number): void =>
  void new Gauge({
    name: 'clientele_event_log_lag_seconds',
    help: 'Age of the oldest committed event that has no position in the log and cannot be read yet',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(read())
    },
  })

/** All servers of a store show the same check; 0 before the first one. */
function addStoreCheck(registry: Registry, read: () => Promise<CheckResult | null>): void {
  const add = (name: string, help: string, figure: (result: CheckResult) => number) =>
    void new Gauge({
      name: `clientele_store_check_${name}`,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const result = await read()
        this.set(result ? figure(result) : 0)
      },
    })
  add('timestamp_seconds', 'When the whole store was checked last, as Unix time', ({ finishedMs }) => finishedMs / 1000)
  add('duration_seconds', 'How long the last check of the whole store took', ({ tookMs }) => tookMs / 1000)
  add('findings', 'Damage that the last check of the whole store found', ({ damage }) => damage)
}

const stallCounter = (registry: Registry): Counter =>
  new Counter({
    name: 'clientele_event_loop_stalls_total',
    help: 'Turns of the event loop over 50 ms, which held up every other request',
    registers: [registry],
  })

const readyGauge = (registry: Registry): Gauge =>
  new Gauge({
    name: 'clientele_ready',
    help: '1 while the server takes requests, 0 while it starts or drains',
    aggregator: 'max',
    registers: [registry],
  })

function webhookMetrics(registry: Registry): Pick<Metrics, 'delivery' | 'undelivered'> {
  const deliveries = new Counter({
    name: 'clientele_webhook_deliveries_total',
    help: 'Attempts to deliver a webhook, by outcome (delivered, failed, refused, gone)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  let oldest = () => 0
  new Gauge({
    name: 'clientele_webhook_oldest_undelivered_seconds',
    help: 'How long the oldest event waits that some webhook target is still to be sent',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(oldest())
    },
  })
  return {
    delivery: outcome => deliveries.inc({ outcome }),
    undelivered: read => {
      oldest = read
    },
  }
}

function addDroppedLines(registry: Registry, read: () => number): void {
  new Counter({
    name: 'clientele_log_lines_dropped_total',
    help: 'Log lines that were dropped because the log was not read',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}
