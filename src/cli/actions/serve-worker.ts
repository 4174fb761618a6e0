// Serves as one of several workers, which its supervisor starts and stops.
import { createLog } from '../../base/log/log.ts'
import { shareOf } from '../../workers/count.ts'
import { joinTeam } from '../../workers/worker-link.ts'
import type { Action } from '../command.ts'
import type { TeamReport } from './serve-output.ts'
import { begin, mailShown, openApp } from './serve-process.ts'

export const serveAsWorker: Action = async ({ product, output, loaded }) => {
  const link = await joinTeam<TeamReport>()
  const { worker, count, isFirst, logFormat: format, terminal } = link.assignment
  const settings = shareOf(loaded.values, count)
  const log = createLog({ level: settings.logLevel, format, to: process.stdout, worker })
  // A terminal signals all processes of the server; the supervisor decides when this one stops.
  process.on('SIGHUP', () => {})
  process.on('SIGINT', () => {})
  const ended = Promise.withResolvers<{ replaced: boolean }>()
  process.on('SIGTERM', () => ended.resolve({ replaced: false }))
  void link.stopped.then(ended.resolve)
  try {
    const app = await openApp(await product(), { settings, log, ...mailShown(settings, output, terminal), team: link })
    try {
      const { origin, demo } = await begin(app, !isFirst)
      log.info('ready', { address: origin, pid: process.pid })
      link.ready({ origin, demo })
    } catch (error) {
      await app.close()
      throw error
    }
    await app.close((await ended.promise).replaced)
  } catch (error) {
    log.error('the worker cannot serve', { error: error as Error })
    await log.flush()
    await link.failed((error as Error).message)
    // The channel to the supervisor would keep the process alive.
    process.exit(1)
  }
  await log.flush()
  process.disconnect?.()
  return 0
}
