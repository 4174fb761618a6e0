// Runs the server until it is stopped: in this process, or in workers that this process supervises.
import { resolve } from 'node:path'
import { ownProgram } from '../../base/programs/programs.ts'
import type { Settings } from '../../config/settings.ts'
import { type WorkerCount, workersOf } from '../../workers/count.ts'
import type { SupervisedFile } from '../../workers/supervised-file.ts'
import { Supervisor } from '../../workers/supervisor.ts'
import { isWorker } from '../../workers/worker-link.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError } from '../failure.ts'
import { notifyReady } from '../service-notice.ts'
import { markStore, refuseLostStore } from '../store-mark.ts'
import { announce, listenFailure, logOf, stopSignal, type TeamReport } from './serve-output.ts'

/** Each part is loaded by the process that needs it: the supervisor serves nothing and stays small. */
export const serve: Action = async context => {
  if (isWorker()) return (await import('./serve-worker.ts')).serveAsWorker(context)
  refuseLostStore(context.loaded.values, context.options.newStore === true)
  const workers = workersOf(context.loaded.values)
  if (workers.count > 1) return serveAsTeam(context, workers)
  return (await import('./serve-process.ts')).serveAlone(context, workers)
}

/** How much longer than its requests a worker may take to stop. */
const closingMs = 1_500

async function fileOf({ store, scanProcesses }: Settings): Promise<SupervisedFile> {
  const { SupervisedFile } = await import('../../workers/supervised-file.ts')
  return new SupervisedFile(resolve(store.slice('sqlite:'.length)), scanProcesses)
}

/** This process starts the workers, writes their log, and serves nothing itself. */
async function serveAsTeam({ output, loaded }: CommandContext, workers: WorkerCount): Promise<number> {
  const settings = loaded.values
  const { log, format } = logOf(settings, output)
  if (settings.demo) await (await import('./serve-process.ts')).refuseTwice(settings)
  const supervisor = new Supervisor<TeamReport>({
    count: workers.count,
    settings,
    program: ownProgram(process.argv.slice(2)),
    log,
    output: { logFormat: format, terminal: process.stdout.isTTY === true },
    file: settings.store.startsWith('sqlite:') ? await fileOf(settings) : null,
    stopMs: settings.drainTimeout * 1000 + closingMs,
  })
  // The terminal of a server that runs in one has been closed; else an operator wants new workers.
  const hangUpStops = process.stdin.isTTY === true
  const stopped = stopSignal(log, ['SIGTERM', 'SIGINT', ...(hangUpStops ? (['SIGHUP'] as const) : [])])
  if (!hangUpStops) process.on('SIGHUP', () => void supervisor.replace())
  try {
    const started = supervisor.start().catch((error: Error) => {
      const failure = listenFailure(error, settings)
      throw failure === error ? new CommandError(error.message) : failure
    })
    // A signal ends the start too.
    const report = await Promise.race([started, stopped.then(() => null)])
    if (report) {
      log.info('all workers are ready', { address: report.origin, workers: workers.count, why: workers.reason })
      markStore(settings)
      announce({ origin: report.origin, settings, demo: report.demo, workers }, output)
      const notifyStop = notifyReady(log)
      await stopped
      notifyStop()
    }
  } finally {
    await supervisor.stop()
  }
  if (!(await log.flush())) process.exit(0)
  return 0
}
