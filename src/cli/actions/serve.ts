// Runs the server until it is told to stop: in this process, or in several that this one supervises.
import type { Action } from '../command.ts'

export const serve: Action = async context => {
  const { isWorker } = await import('../../workers/worker-link.ts')
  // Each part is loaded by the process that needs it: the supervisor serves nothing and stays small.
  if (isWorker()) return (await import('./serve-worker.ts')).serveAsWorker(context)
  const { workersOf } = await import('../../workers/count.ts')
  const count = workersOf(context.loaded.values)
  return count === 1
    ? (await import('./serve-process.ts')).serveAlone(context)
    : (await import('./serve-team.ts')).serveAsTeam(context, count)
}
