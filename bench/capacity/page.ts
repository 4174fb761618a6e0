// Writes docs/explanations/capacity.md from the figures of a run.
import { shownNumber } from '../figures.ts'
import { type CapacityFigures, kinds, type Measured } from './figures.ts'
import { company, machine, type Step, stepOf } from './plan.ts'

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
type Engine = keyof typeof engines
const names = Object.keys(engines) as Engine[]

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const fixed = (value: number | null, digits = 2): string => (value === null ? '' : value.toFixed(digits))
const whole = (value: number): string => Math.round(value).toLocaleString('en')

function rates({ measured }: CapacityFigures): string {
  const counts = [...new Set(measured.map(one => one.workers))].sort((a, b) => a - b)
  const of = (engine: Engine, kind: string, workers: number) =>
    measured.find(one => one.engine === engine && one.kind === kind && one.workers === workers)
  const rows = names.flatMap(engine =>
    kinds
      .filter(kind => measured.some(one => one.engine === engine && one.kind === kind))
      .map(kind => [
        `${engines[engine]}, ${kind}`,
        ...counts.map(count => {
          const found = of(engine, kind, count)
          return found ? `${whole(found.rate)} (p99 ${shownNumber(found.p99)} ms)` : ''
        }),
      ]),
  )
  return table(['Requests a second', ...counts.map(count => (count === 1 ? '1 worker' : `${count} workers`))], rows)
}

function costs({ measured }: CapacityFigures): string {
  const cells = ({ serverMs, storeMs }: Measured) => [
    fixed(serverMs),
    storeMs === null ? 'in the server' : fixed(storeMs),
  ]
  const rows = measured.map(one => [`${engines[one.engine]}, ${one.kind}`, String(one.workers), ...cells(one)])
  return table(['Request', 'Workers', 'Server, ms of a processor', 'Store, ms of a processor'], rows)
}

const compared = ({ compared }: CapacityFigures): string =>
  table(
    ['Case', 'Store', 'Against', 'Ratio of requests', 'Ratio of processor time'],
    compared.map(one => [one.name, one.store, one.against, fixed(one.ratio), fixed(one.cpuRatio)]),
  )

const bytes = ({ bytes }: CapacityFigures): string =>
  table(
    ['Bytes', 'Entry, with what belongs to it', 'Create of an entry', 'Event'],
    bytes.map(one => [engines[one.engine], whole(one.perEntry), whole(one.perCreate), whole(one.perEvent)]),
  )

const tenants = ({ manyTenants }: CapacityFigures): string =>
  table(
    ['Tenants', 'Reads by key, to one tenant', 'Memory of the server', 'For each tenant'],
    manyTenants.map(one => [
      `${whole(one.tenants)} of ${whole(one.entries)} entries, ${engines[one.engine]}`,
      fixed(one.ratio),
      `${whole(one.megabytes)} MB`,
      `${whole(one.kilobytesPerTenant)} KB`,
    ]),
  )

function steps(figures: CapacityFigures): string {
  const all = [100, 10_000, 1_000_000].flatMap(companies =>
    names.map(engine => stepOf(figures, companies, engine)).filter(step => step !== null),
  )
  const machines = ({ engine, nodes, storeNodes }: Step) =>
    engine === 'sqlite'
      ? nodes === 1
        ? '1'
        : `not with one file: ${whole(nodes)} services`
      : `${whole(nodes)} and ${whole(storeNodes)} of PostgreSQL${storeNodes > 1 ? ' (Citus, or several services)' : ''}`
  return table(
    [
      'Companies',
      'Store',
      'Requests, writes a second',
      'Processors of server, store',
      'Machines',
      'Disk',
      'Memory',
      'The first limit',
    ],
    all.map(step => [
      whole(step.companies),
      engines[step.engine],
      `${whole(step.requestsPerSecond)}, ${whole(step.writesPerSecond)}`,
      `${fixed(step.serverProcessors, 1)}, ${step.engine === 'sqlite' ? 'in the server' : fixed(step.storeProcessors, 1)}`,
      machines(step),
      `${whole(step.diskGigabytes)} GB`,
      `${fixed(step.memoryGigabytes, 1)} GB`,
      step.firstLimit,
    ]),
  )
}

export function capacityPage(figures: CapacityFigures): string {
  const { date, machine: at, entries, connections, idleMegabytes, kilobytesPerThousandTokens } = figures
  const shares = Object.entries(company.mix).map(([kind, part]) => `${Math.round(part * 100)} % ${kind}`)
  return `# Capacity

\`npm run bench -- --capacity\` measures and writes this page; \`bench/capacity/plan.ts\` has the assumptions and the arithmetic. Run it on
your machine: the ratios between the rows hold elsewhere, the rates do not.

This run: ${date.slice(0, 10)}, ${at.processors} processors (${at.model}), which server, store and load share, ${whole(entries)} entries, ${connections}
connections; the load average before it was ${fixed(at.load, 1)}. On a machine with other work rates are too low and times too long;
processor time for each request is disturbed less.

## Requests by workers

${rates(figures)}

## Processor time for each request

${costs(figures)}

## Compared in the same run

${compared(figures)}

## Memory and disk

A server has ${whole(idleMegabytes)} MB when idle. 1,000 tokens that are in use take ${whole(kilobytesPerThousandTokens)} KB.

${tenants(figures)}

${bytes(figures)}

## What a number of companies needs

A company has ${company.users} users and ${whole(company.entries)} entries. A user sends ${company.requestsPerHour} requests in an hour of work: ${shares.join(', ')}. The busiest
hour has ${company.peak} times as many, and takes at most ${machine.busy * 100} % of the processors. Writes of ${company.years} years and events of ${company.eventDays} days are kept. A machine
has ${machine.processors} processors of the kind above; processors are counted by the cost of a request with one worker.

${steps(figures)}
`
}
