// Serves with several workers: this process starts them, writes their log, and serves nothing itself.
import { fileURLToPath } from 'node:url'
import type { DemoAccess } from '../../seed/demo-file.ts'
import { Supervisor, type WorkerReport } from '../../workers/supervisor.ts'
import type { CommandContext } from '../command.ts'
import { CommandError } from '../failure.ts'
import { announce, logOf, stopSignal } from './serve-output.ts'

/** What the first worker says when it serves. */
export interface TeamReport extends WorkerReport {
  readonly origin: string
  readonly demo: DemoAccess | null
}

/** How much longer than its requests a worker may take to stop. */
const closingMs = 1_500

export async function serveAsTeam({ output, loaded }: CommandContext, count: number): Promise<number> {
  const settings = loaded.values
  const { log, format } = logOf(settings, output)
  if (settings.demo) await (await import('./serve-process.ts')).refuseTwice(settings)
  const supervisor = new Supervisor<TeamReport>({
    count,
    settings,
    program: { exec: fileURLToPath(new URL('../../main.ts', import.meta.url)), args: process.argv.slice(2) },
    log,
    output: { logFormat: format, terminal: process.stdout.isTTY === true },
    stopMs: settings.drainTimeout * 1000 + closingMs,
  })
  // The terminal of a server that runs in one has been closed; else an operator wants new workers.
  const hangUpStops = process.stdin.isTTY === true
  const stopped = stopSignal(log, ['SIGTERM', 'SIGINT', ...(hangUpStops ? (['SIGHUP'] as const) : [])])
  if (!hangUpStops) process.on('SIGHUP', () => void supervisor.replace())
  try {
    const { origin, demo } = await supervisor.start().catch((error: Error) => {
      throw new CommandError(error.message)
    })
    log.info('all workers are ready', { address: origin, workers: count })
    announce({ origin, settings, demo }, output)
    await stopped
  } finally {
    await supervisor.stop()
  }
  if (!(await log.flush())) process.exit(0)
  return 0
}
