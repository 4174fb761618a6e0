// Runs schedules in a child process of `npm run simulate`, and reports those that failed.
import { protocols } from './protocols/index.ts'
import { runSchedule } from './schedule.ts'
import { withSimulatedTime } from './simulated-time.ts'

export interface SimulationJob {
  readonly names: readonly string[]
  /** Seeds from the first to the last by steps; null: until the time is over. */
  readonly first: number
  readonly step: number
  readonly last: number | null
  readonly minutes: number | null
  /** Reports the trace also of a schedule that holds. */
  readonly isOne: boolean
}

export interface FailedSchedule {
  readonly protocol: string
  readonly seed: number
  readonly failure: string
  readonly trace: readonly string[]
}

export interface SimulationReport {
  readonly schedules: Readonly<Record<string, number>>
  readonly cpuMs: number
  readonly failures: readonly FailedSchedule[]
}

/** The most failures that are reported with their traces. */
const mostFailures = 20

async function simulate({ names, first, step, last, minutes, isOne }: SimulationJob): Promise<SimulationReport> {
  const schedules: Record<string, number> = {}
  const failures: FailedSchedule[] = []
  const until = Date.now() + (minutes ?? 0) * 60_000
  const isOver = (seed: number) => (last === null ? Date.now() > until : seed > last)
  const before = process.cpuUsage()
  await withSimulatedTime(async enter => {
    for (let seed = first; !isOver(seed) && failures.length < mostFailures; seed += step) {
      for (const protocol of protocols.filter(({ name }) => names.includes(name))) {
        const { failure, trace, hash } = await runSchedule(protocol, seed, enter)
        schedules[protocol.name] = (schedules[protocol.name] ?? 0) + 1
        if (failure !== null) failures.push({ protocol: protocol.name, seed, failure, trace })
        if (isOne) console.log(`${trace.join('\n')}\n${protocol.name}, seed ${seed}: trace ${hash}`)
      }
    }
  })
  const { user, system } = process.cpuUsage(before)
  return { schedules, cpuMs: (user + system) / 1000, failures }
}

process.once('message', (job: SimulationJob) => {
  void simulate(job).then(report => process.send?.(report, () => process.exit()))
})
