// Serves as one worker of several: its supervisor says when to begin and when to stop.
import { createLog } from '../../base/log.ts'
import { shareOf } from '../../workers/count.ts'
import { joinTeam } from '../../workers/worker-link.ts'
import type { Action } from '../command.ts'
import type { TeamReport } from './serve-output.ts'
import { begin, mailShown, openApp } from './serve-process.ts'

export const serveAsWorker: Action = async ({ product, output, loaded }) => {
  const link = await joinTeam<TeamReport>()
  const { worker, count, port, logFormat: format, terminal } = link.assignment
  const settings = shareOf(loaded.values, count)
  const log = createLog({ level: settings.logLevel, format, to: process.stdout, worker })
  // A terminal signals all processes of the server; the supervisor decides what is to be done.
  process.on('SIGHUP', () => {})
  process.on('SIGINT', () => {})
  const ended = Promise.withResolvers<{ replaced: boolean }>()
  process.on('SIGTERM', () => ended.resolve({ replaced: false }))
  void link.stopped.then(ended.resolve)
  try {
    const app = await openApp(await product(), { settings, log, ...mailShown(settings, output, terminal), team: link })
    try {
      const { origin, demo, port: actual } = await begin(app, port ?? undefined)
      log.info('ready', { address: origin, pid: process.pid })
      link.ready({ port: actual, origin, demo })
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
