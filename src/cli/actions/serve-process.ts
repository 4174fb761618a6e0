// Serves in this process: the whole server, or what each of its workers does.
import { setFlagsFromString } from 'node:v8'
import { systemClock } from '../../base/clock.ts'
import type { Log } from '../../base/log/log.ts'
import type { Settings } from '../../config/settings.ts'
import { ensureDemo } from '../../seed/demo.ts'
import { installationOf } from '../../storage/nodes/installation.ts'
import type { WorkerCount } from '../../workers/count.ts'
import type { CommandContext } from '../command.ts'
import { CommandError } from '../failure.ts'
import type { Output } from '../output.ts'
import type { App, AppOptions, Product } from '../product.ts'
import { notifyReady } from '../service-notice.ts'
import { markStore } from '../store-mark.ts'
import { isMissing, withRawStore } from '../with-store.ts'
import { announce, listenFailure, logOf, type RunningServer, stopSignal } from './serve-output.ts'

/**
 * How far the heap may grow, in percent of its live size, before V8 collects garbage. V8's own limit is about four
 * times the live size, and most of that would be the texts of answers already sent. V8 reads the flag whenever it
 * computes the next limit.
 */
const heapGrowth = 40

export async function serveAlone({ product, output, loaded }: CommandContext, workers: WorkerCount): Promise<number> {
  const settings = loaded.values
  const { log } = logOf(settings, output)
  if (settings.demo) await refuseTwice(settings)
  const shown = process.stdout.isTTY === true
  const app = await openApp(await product(), { settings, log, ...mailShown(settings, output, shown) })
  const stopped = stopSignal(log, ['SIGTERM', 'SIGINT', 'SIGHUP'])
  try {
    const serving = await begin(app)
    log.info('ready', { address: serving.origin, workers: workers.count, why: workers.reason })
    markStore(settings)
    announce({ ...serving, workers }, output)
    const notifyStop = notifyReady(log)
    await stopped
    notifyStop()
  } finally {
    await app.close()
  }
  // Unread lines would keep the process alive.
  if (!(await log.flush())) process.exit(0)
  return 0
}

export function openApp({ createApp }: Product, options: Omit<AppOptions, 'clock'>): Promise<App> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`)
  endOnFault(options.log)
  return createApp({ ...options, clock: systemClock })
}

/**
 * Listens and prepares the store. A new server says meanwhile that it is starting; a process that `joins` others that serve
 * already takes no request before it can answer.
 */
export async function begin(app: App, joins = false): Promise<RunningServer> {
  const { settings, store } = app
  if (joins) await app.prepare()
  try {
    await app.listen()
  } catch (error) {
    throw listenFailure(error, settings)
  }
  if (!joins) await app.prepare()
  const origin = app.origin()
  const demo = settings.demo ? await ensureDemo({ store, clock: systemClock, settings }, origin) : null
  if (demo) app.showDemo(demo)
  void prepareFirstRequests()
  return { origin, settings, demo }
}

async function prepareFirstRequests(): Promise<void> {
  const { prepareSchema } = await import('../../model/catalog.ts')
  await prepareSchema()
}

function endOnFault(log: Log): void {
  process.on('uncaughtException', error => {
    log.error('an uncaught exception ends the server', { error })
    void log.flush().then(() => process.exit(1))
  })
}

/** A second `npm start` would serve the same store at the next port. */
export async function refuseTwice(settings: Settings): Promise<void> {
  if (settings.port === 0 || isMissing(settings)) return
  const known = await withRawStore(settings, installationOf)
  if (known?.publicUrl && (await instanceAt(known.publicUrl)) === known.instance) {
    throw new CommandError(
      `The demo is being served already, at ${known.publicUrl}. Stop that server, or use another folder with --data-dir.`,
    )
  }
}

async function instanceAt(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000), redirect: 'manual' })
    return answer.headers.get('x-clientele-instance')
  } catch {
    return null
  }
}

/** A person who tries the service at a terminal, without a mail server, sees code and link there. */
export function mailShown({ demo }: Settings, output: Output, terminal: boolean): Pick<AppOptions, 'onMail'> {
  if (output.json || !(demo || terminal)) return {}
  return {
    onMail: ({ to, subject, text }) => {
      const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
      output.line(`\n  Mail to ${to}: ${subject}\n  ${link}\n`)
    },
  }
}
