// Runs background jobs at intervals: never one twice at a time, each failure logged under the name of its job.
import type { Log } from '../log/log.ts'

/** The interval is one of real time; which rows are due a job finds out by the clock that it was made with. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  /** How long after the start the job runs first; an interval unless said. */
  readonly firstAfterSeconds?: number
  run(): Promise<unknown>
}

/** The returned function ends the schedule and waits for the jobs that are running. */
export function startJobs(jobs: readonly Job[], log: Pick<Log, 'error'>): () => Promise<void> {
  const stops = jobs.map(job => start(job, log))
  return async () => {
    await Promise.all(stops.map(stop => stop()))
  }
}

function start(job: Job, log: Pick<Log, 'error'>): () => Promise<void> {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout
  let stopped = false
  const schedule = (seconds: number) => {
    timer = setTimeout(() => {
      running = attempt(job, log).then(() => {
        if (!stopped) schedule(job.everySeconds)
      })
    }, seconds * 1000).unref()
  }
  schedule(job.firstAfterSeconds ?? job.everySeconds)
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}

async function attempt({ name, run }: Job, log: Pick<Log, 'error'>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.error(`${name} failed`, { error: error instanceof Error ? error : new Error(String(error)) })
  }
}
