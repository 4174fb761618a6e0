// Measures the triggers of workflows: reads beside many starts, and the check of a large store when a day begins.
import { setTimeout as pause } from 'node:timers/promises'
import { createCallers } from '../../src/accounts/caller.ts'
import { type Clock, systemClock } from '../../src/base/clock.ts'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { limitsOf } from '../../src/config/limits.ts'
import { loadSettings } from '../../src/config/load.ts'
import { httpsAlone } from '../../src/entities/rules/redirect-uri.ts'
import { EventLog } from '../../src/events/event-log.ts'
import { Catalogs } from '../../src/model/catalog.ts'
import { openStore } from '../../src/storage/open.ts'
import { startByDate } from '../../src/workflows/start-by-date.ts'
import { type BenchContext, type Case, measuredRow, onEachEngine, type Row, sizeName } from '../case.ts'
import { cpuSecondsOf, serveProduct } from '../children.ts'
import { cpuOf, wholeCost } from '../cpu.ts'
import { median } from '../load.ts'
import { asUser, byKey, toProduct } from '../requests.ts'
import { benchDb, takeSamples } from '../samples.ts'
import type { BenchStore, Engine } from '../stores.ts'

/** Records that come to meet the conditions, each second. */
const wanted = 1_000
const perRequest = 50
/** As beside webhooks: load, server and store share the processors. */
const offeredPart = 0.5
const leastSeconds = 3
/** The name that meets the conditions of the trigger. */
const meeting = 'Triggered'
const drainMs = 120_000
const dayMs = 86_400_000

export const workflowCase: Case = {
  name: 'workflows',
  run: context =>
    onEachEngine(context, async (_, engine) => [
      ...(await besideReads(context, engine)),
      ...(await byDate(context, engine)),
    ]),
}

type Call = (operation: string, body: object) => Promise<Record<string, { Data: Record<string, unknown>[] }>>

const caller =
  (url: string, token: string): Call =>
  async (operation, body) => {
    const answer = await fetch(`${url}/api/${operation}`, {
      method: 'POST',
      headers: asUser(token),
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok || text.includes('"Code":-1')) throw new Error(`${operation}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }

/** Creates a workflow of one task with a trigger; gives its key. */
async function withTrigger(call: Call, name: string, conditions: object): Promise<string> {
  const create = async (entity: string, Data: object): Promise<string> =>
    ((await call('Create', { [entity]: { Data } })) as unknown as Record<string, { Data: { Key: string } }>)[entity]
      ?.Data.Key as string
  const workflow = await create('Workflow', { Name: name })
  await create('WorkflowTaskTemplate', { WorkflowKey: workflow, Sequence: 1, Subject: 'Call' })
  await create('WorkflowAction', { ParentWorkflowKey: workflow, Action: 1, Conditions: conditions })
  return workflow
}

/** Writes records at a fixed rate, and counts the starts that follow. */
function writesOn(call: Call, workflow: string) {
  /** Starts that are to come of what was written. */
  let due = 0
  const started = async (): Promise<number> => {
    const content = { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: { WorkflowKey: workflow } } }
    return Number((await call('Read', { WorkflowInstance: content })).WorkflowInstance?.Data[0]?.['$COUNT()'])
  }
  const writeFor = async (seconds: number, CompanyName: string): Promise<number> => {
    const Data = Array.from({ length: perRequest }, () => ({ Type: 'Company', CompanyName }))
    const begun = performance.now()
    let count = 0
    while (performance.now() - begun < seconds * 1000) {
      await call('Create', { AbEntry: { Data } })
      count += perRequest
      if (CompanyName === meeting) due += perRequest
      await pause(Math.max(0, begun + (count / wanted) * 1000 - performance.now()))
    }
    return count / ((performance.now() - begun) / 1000)
  }
  /** Waits until all starts are done, so that a round begins quietly. */
  const settled = async (): Promise<void> => {
    const end = performance.now() + drainMs
    while ((await started()) < due) {
      if (performance.now() > end) throw new Error('the starts did not end')
      await pause(200)
    }
  }
  return { started, writeFor, settled }
}

async function besideReads({ options, stores, load }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.copy(await stores.get(engine, options.small))
  const samples = await takeSamples(store)
  const product = await serveProduct(store.url)
  const call = caller(product.url, store.adminToken)
  const workflow = await withTrigger(call, 'Measured', { 'AbEntry/CompanyName': { $EQ: meeting } })
  const { started, writeFor, settled } = writesOn(call, workflow)
  const seconds = Math.max(options.seconds, leastSeconds)
  const quick = toProduct(product.url, store, byKey(samples), { connections: 8, seconds })
  await load.run({ ...quick, seconds: options.warmUp })
  await writeFor(options.warmUp, meeting)
  await settled()
  const reads = { ...quick, offered: (await load.run(quick)).rate * offeredPart }
  const [idle, written, busy, starts, made]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []]
  for (let round = 0; round < options.rounds; round++) {
    idle.push((await load.run(reads)).rate)
    const [beside] = await Promise.all([load.run(reads), writeFor(seconds, 'Written')])
    written.push(beside.rate)
    await settled()
    const before = await started()
    const begun = performance.now()
    const writes = writeFor(seconds, meeting)
    busy.push((await load.run(reads)).rate)
    starts.push(((await started()) - before) / ((performance.now() - begun) / 1000))
    made.push(await writes)
    await settled()
  }
  const cpu = cpuOf(product.pid, stores, engine)
  /** Milliseconds of processor time for each record, with what follows from it. */
  const costOf = async (CompanyName: string): Promise<number> => {
    const before = wholeCost(cpu())
    const rate = await writeFor(seconds, CompanyName)
    await settled()
    return ((wholeCost(cpu()) - before) * 1000) / (rate * seconds)
  }
  const [plain, triggered] = [await costOf('Written'), await costOf(meeting)]
  await product.stop()
  const cost = { plain, start: triggered - plain }
  return rowsBeside(`${engine} ${sizeName(store.entries)}`, { idle, written, busy, starts, made }, cost)
}

/** What rounds of reads have measured, and the writes and starts beside them. */
interface Rounds {
  readonly idle: readonly number[]
  readonly written: readonly number[]
  readonly busy: readonly number[]
  readonly starts: readonly number[]
  readonly made: readonly number[]
}

function rowsBeside(
  name: string,
  { idle, written, busy, starts, made }: Rounds,
  cost: { readonly plain: number; readonly start: number },
): Row[] {
  const ratio = (of: readonly number[], to: readonly number[]) => median(of.map((one, i) => one / (to[i] as number)))
  const common = { store: name, unit: '/s' as const }
  const beside = `beside ${wanted.toLocaleString('en')} starts of workflows a second by triggers`
  return [
    {
      ...common,
      case: `by key, offered at half of the full rate, ${beside}`,
      ...{ ours: median(busy), theirs: median(idle), against: 'when idle', figure: ratio(busy, idle) },
      target: { least: 0.9 },
    },
    {
      ...common,
      case: 'the same Reads',
      ...{ ours: median(busy), theirs: median(written), against: 'beside the same writes that start nothing' },
      ...{ figure: ratio(busy, written), target: null },
    },
    {
      ...common,
      case: 'starts of workflows meanwhile',
      ...{ ours: median(starts), theirs: median(made), against: 'records that met the conditions' },
      ...{ figure: ratio(starts, made), target: { least: 0.9 } },
    },
    measuredRow(
      `processor time of a start by a trigger, server and store (of the record itself ${cost.plain.toFixed(2)} ms)`,
      {
        ...common,
        ...{ unit: 'ms' as const, figure: cost.start, most: null },
      },
    ),
  ]
}

/** The check of a day, which a server does in the background, timed in this process. */
async function byDate({ options, stores, say }: BenchContext, engine: Engine): Promise<Row[]> {
  const store = await stores.copy(await stores.get(engine, options.size))
  const product = await serveProduct(store.url)
  const call = caller(product.url, store.adminToken)
  const conditions = { 'AbEntry/LastContactDate': { $LT: '$OFFSET(M-6, $TODAY())' } }
  await withTrigger(call, 'By date', conditions)
  await pause(2_000)
  await product.stop()
  // With the children of this process, of which PostgreSQL is one.
  const days = await checkDays(store, 3, () => cpuSecondsOf(process.pid) * 1000)
  const name = `${engine} ${sizeName(store.entries)}`
  for (const { ms, cpuMs, starts } of days)
    say(`a day: ${starts} starts in ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of processor time`)
  const [first, ...later] = days
  const row = (what: string, figure: number, most: number | null) =>
    measuredRow(what, { store: name, unit: 'ms', figure, most })
  const met = `${first?.starts.toLocaleString('en')} records meet a trigger on a date`
  return [
    row(`day begins, ${met} for the first time and start the workflow`, first?.ms ?? Number.NaN, null),
    row(`day begins, ${met} already`, median(later.map(({ ms }) => ms)), 10_000),
    row('the same, processor time', median(later.map(({ cpuMs }) => cpuMs)), null),
  ]
}

/** `cpu` gives the processor time so far in milliseconds. */
async function checkDays(store: BenchStore, count: number, cpu: () => number) {
  let ahead = 0
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }
  const opened = await openStore(store.url, { clock })
  const { values: settings } = loadSettings({ flags: { store: store.url } })
  const [catalogs, callers] = [new Catalogs(opened), createCallers(opened)]
  const operations = {
    ...{ store: opened, clock, catalogs, limits: limitsOf(settings), newId: identifierMaker(clock), traces: [] },
    ...{ commonKey: () => null, redirects: httpsAlone },
  }
  const parts = { operations, callers, events: new EventLog(opened, clock), log: { error: console.error } }
  const counted = async (): Promise<number> => {
    const sql = 'select count(*) from workflow_instance where db = 1'
    return Number((await opened.read({ sql, params: [], facts: { reads: true, allTenants: true } }))[0]?.[0])
  }
  const days: { ms: number; cpuMs: number; starts: number }[] = []
  for (let day = 0; day < count; day++) {
    ahead += dayMs
    const before = await counted()
    const [begun, used] = [performance.now(), cpu()]
    await startByDate(parts, benchDb)
    days.push({ ms: performance.now() - begun, cpuMs: cpu() - used, starts: (await counted()) - before })
  }
  catalogs.close()
  callers.close()
  await opened.close()
  return days
}
