// Computes from measured figures how many nodes and how much disk a number of companies needs, and which limit is met first.
import type { CapacityFigures, Kind } from './figures.ts'

/** The company that the plan is about. What a plan for others needs is in proportion. */
export const company = {
  users: 20,
  entries: 5_000,
  /** Requests of each user in an hour of work. */
  requestsPerHour: 60,
  /** The busiest hour has this many times the requests of the average hour. */
  peak: 3,
  /** Parts of the requests. */
  mix: { 'by key': 0.5, 'page of 50': 0.36, '$PHRASE top 20': 0.12, Create: 0.02 } satisfies Record<Kind, number>,
  /** Years whose writes are kept: entries and their history. */
  years: 3,
  hoursPerYear: 2_000,
  /** Days for which events are kept. */
  eventDays: 30,
} as const

/** Processors of a machine, and how much of them may be busy in the busiest hour. */
export const machine = { processors: 16, busy: 0.5 } as const

export interface Step {
  readonly companies: number
  readonly engine: 'sqlite' | 'postgres'
  /** In the busiest hour. */
  readonly requestsPerSecond: number
  readonly writesPerSecond: number
  readonly serverProcessors: number
  readonly storeProcessors: number
  /** Machines that serve, and machines of PostgreSQL; with SQLite the first has the store. */
  readonly nodes: number
  readonly storeNodes: number
  readonly diskGigabytes: number
  readonly memoryGigabytes: number
  readonly firstLimit: string
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** How a number of companies is served on an engine; null when the engine was not measured. */
export function stepOf(figures: CapacityFigures, companies: number, engine: Step['engine']): Step | null {
  const alone = figures.measured.filter(one => one.engine === engine && one.workers === 1)
  const bytes = figures.bytes.find(one => one.engine === engine)
  if (alone.length === 0 || !bytes) return null
  const perSecond = (company.users * company.requestsPerHour * company.peak) / 3600
  const requestsPerSecond = companies * perSecond
  const processorsFor = (ms: (one: (typeof alone)[number]) => number) =>
    sum(alone.map(one => (requestsPerSecond * company.mix[one.kind] * ms(one)) / 1000))
  const serverProcessors = processorsFor(one => one.serverMs)
  const storeProcessors = processorsFor(one => one.storeMs ?? 0)
  const writesPerSecond = requestsPerSecond * company.mix.Create
  const writesPerYear = company.users * company.requestsPerHour * company.hoursPerYear * company.mix.Create
  const events = (writesPerYear * company.eventDays) / 365
  const ofCompany =
    company.entries * bytes.perEntry +
    writesPerYear * company.years * (bytes.perCreate - bytes.perEvent) +
    events * bytes.perEvent
  const diskGigabytes = (companies * ofCompany) / 1e9
  const kilobytes = Math.max(
    0,
    ...figures.manyTenants.filter(one => one.engine === engine).map(one => one.kilobytesPerTenant),
  )
  const tokens = (company.users * figures.kilobytesPerThousandTokens) / 1000
  const memoryGigabytes = (figures.idleMegabytes + (companies * (kilobytes + tokens)) / 1024) / 1024
  const usable = machine.processors * machine.busy
  const createMs = alone.find(one => one.kind === 'Create')?.serverMs ?? 0
  // Of each limit, the part that is used.
  const used: readonly (readonly [limit: string, part: number])[] =
    engine === 'sqlite'
      ? [
          ['the processor of the one process that writes', (writesPerSecond * createMs) / 1000 / machine.busy],
          ['the processors of one machine', serverProcessors / usable],
        ]
      : [
          ['the processors of one PostgreSQL', storeProcessors / usable],
          ['the processors of one serving machine', serverProcessors / usable],
        ]
  const [first] = [...used].sort(([, a], [, b]) => b - a) as [(typeof used)[number]]
  const [limit, part] = first
  const use = part <= 1 ? `${Math.round(part * 100)} % used` : `exceeded ${part.toFixed(1)} times`
  return {
    companies,
    engine,
    requestsPerSecond,
    writesPerSecond,
    serverProcessors,
    storeProcessors,
    // A SQLite file has one process that writes, so more writes need more services.
    nodes: Math.max(1, Math.ceil(engine === 'sqlite' ? part : serverProcessors / usable)),
    storeNodes: engine === 'sqlite' ? 0 : Math.max(1, Math.ceil(storeProcessors / usable)),
    diskGigabytes,
    memoryGigabytes,
    firstLimit: `${limit}, ${use}`,
  }
}
