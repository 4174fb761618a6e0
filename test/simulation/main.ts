// Runs `npm run simulate`: schedules of all protocols, or of one, by consecutive seeds and on all processors.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { printFigures } from '../support/report.ts'
import { protocols } from './protocols/index.ts'
import type { FailedSchedule, SimulationJob, SimulationReport } from './simulation-process.ts'

const usage = `npm run simulate -- [--seeds=N] [--seed=S] [--only=PROTOCOL] [--minutes=M]

  --seeds=N     schedules of each protocol (2500)
  --seed=S      the first seed (1); without --seeds, this schedule alone, with its trace
  --only=NAME   ${protocols.map(({ name }) => name).join(', ')}
  --minutes=M   goes on with further seeds for so long, instead of --seeds`

const options = { seeds: 'string', seed: 'string', only: 'string', minutes: 'string' } as const
const { values } = parseArgs({
  options: Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }])),
}) as { values: Partial<Record<keyof typeof options, string>> }

const wholeNumber = (text: string, least: number): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least) throw new Error(usage)
  return number
}

const names = protocols.map(({ name }) => name).filter(name => values.only === undefined || name === values.only)
if (names.length === 0) throw new Error(usage)
const isOne = values.seed !== undefined && values.seeds === undefined && values.minutes === undefined
const first = wholeNumber(values.seed ?? '1', 0)
const seeds = isOne ? 1 : wholeNumber(values.seeds ?? '2500', 1)
const minutes = values.minutes === undefined ? null : Number(values.minutes)
if (minutes !== null && !(minutes > 0)) throw new Error(usage)

/** Runs the job in a process of its own. */
const runPart = (job: SimulationJob): Promise<SimulationReport> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL('./simulation-process.ts', import.meta.url), { execArgv: process.execArgv })
    child.once('message', report => resolve(report as SimulationReport))
    child.once('exit', status => reject(new Error(`A process of the simulation has ended with ${status}`)))
    child.send(job)
  })

function print({ protocol, seed, failure, trace }: FailedSchedule): void {
  const command = `npm run simulate -- --only=${protocol} --seed=${seed}`
  console.log(`\n${trace.join('\n')}\n${protocol}, seed ${seed}: ${failure}\nTo repeat: ${command}`)
}

const processes = isOne ? 1 : availableParallelism()
const started = performance.now()
const parts = Array.from({ length: processes }, (_, part) =>
  runPart({ names, first: first + part, step: processes, last: minutes ? null : first + seeds - 1, minutes, isOne }),
)
const reports = await Promise.all(parts)
const wallMinutes = (performance.now() - started) / 60_000
for (const name of names) {
  const counts = reports.map(({ schedules }) => schedules[name] ?? 0)
  console.log(`${name}: ${counts.reduce((sum, count) => sum + count, 0)} schedules`)
}
const total = reports.flatMap(({ schedules }) => Object.values(schedules)).reduce((sum, count) => sum + count, 0)
const cpuMinutes = reports.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 60_000
const [perMinute, perCpuMinute] = [total / wallMinutes, total / cpuMinutes].map(Math.round)
console.log(
  `${total} schedules, ${perMinute} a minute on ${processes} processors, ${perCpuMinute} a minute of processor time`,
)
const failures = reports.flatMap(report => report.failures)
for (const failure of failures.slice(0, 3)) print(failure)
console.log(
  `${failures.length} schedules failed: ${failures.map(({ protocol, seed }) => `${protocol} ${seed}`).join(', ')}`,
)
printFigures('simulated schedules', { schedules: total, failed: failures.length, 'a minute': perMinute ?? 0 })
process.exitCode = failures.length > 0 ? 1 : 0
