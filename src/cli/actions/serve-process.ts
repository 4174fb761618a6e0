// Serves in this process: the whole server, or what each of its workers does.
import { setFlagsFromString } from 'node:v8'
import { systemClock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Settings } from '../../config/settings.ts'
import { ensureDemo } from '../../seed/demo.ts'
import { installationOf } from '../../storage/installation.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import type { Output } from '../output.ts'
import type { App, AppOptions, Product } from '../product.ts'
import { isMissing, withRawStore } from '../with-store.ts'
import { announce, logOf, type Serving, stopSignal } from './serve-output.ts'

/**
 * How far the heap may grow, in percent of its live size, before V8 collects garbage. V8's own limit is about four
 * times the live size, and most of that would be the texts of answers already sent. V8 reads the flag whenever it
 * computes the next limit.
 */
const heapGrowth = 40

export const serveAlone: Action = async ({ product, output, loaded }) => {
  const settings = loaded.values
  const { log } = logOf(settings, output)
  if (settings.demo) await refuseTwice(settings)
  const shown = process.stdout.isTTY === true
  const app = await openApp(await product(), { settings, log, ...mailShown(settings, output, shown) })
  const stopped = stopSignal(log, ['SIGTERM', 'SIGINT', 'SIGHUP'])
  try {
    const serving = await begin(app)
    log.info('ready', { address: serving.origin })
    announce(serving, output)
    await stopped
  } finally {
    await app.close()
  }
  // Lines that nobody reads would keep the process alive.
  if (!(await log.flush())) process.exit(0)
  return 0
}

export function openApp({ createApp }: Product, options: Omit<AppOptions, 'clock'>): Promise<App> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`)
  endOnFault(options.log)
  return createApp({ ...options, clock: systemClock })
}

/**
 * Listens and prepares the store. Without a given port the server is new and says meanwhile that it is starting; with one
 * it joins others that serve already, and takes no request before it can answer.
 */
export async function begin(app: App, at?: number): Promise<Serving & { port: number }> {
  const { settings, store } = app
  if (at !== undefined) await app.prepare()
  const [address = ''] = await listen(app, at)
  if (at === undefined) await app.prepare()
  const origin = app.origin()
  const demo = settings.demo ? await ensureDemo({ store, clock: systemClock, settings }, origin) : null
  if (demo) app.showDemo(demo)
  return { origin, settings, demo, port: Number(address.split(':').at(-1)) }
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
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000), redirect: 'manual' })
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

async function listen(app: App, at: number | undefined): Promise<readonly string[]> {
  try {
    return await app.listen(at)
  } catch (error) {
    const { host, port } = app.settings
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host} is in use. Stop what uses it, or choose another port with --port.`,
      EACCES: `Port ${port} may not be used by this user. Choose one from 1024 on with --port.`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host.`,
      ENOTFOUND: `The host ${host} is not known. Choose another with --host.`,
    }
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason === undefined ? error : new CommandError(reason)
  }
}
