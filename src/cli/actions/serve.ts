// Runs the server until it is told to stop.
import { setFlagsFromString } from 'node:v8'
import { systemClock } from '../../base/clock.ts'
import { createLog, type Log } from '../../base/log.ts'
import { version } from '../../base/version.ts'
import type { Settings } from '../../config/settings.ts'
import { ensureDemo } from '../../seed/demo.ts'
import type { DemoAccess } from '../../seed/demo-file.ts'
import { installationOf } from '../../storage/installation.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import type { Output } from '../output.ts'
import type { App, AppOptions } from '../product.ts'
import { isMissing, withRawStore } from '../with-store.ts'
import { demoCurl, demoLines } from './demo-lines.ts'

/**
 * How far the heap may grow, in percent of its live size, before V8 collects garbage. V8's own limit is about four
 * times the live size, and most of that would be the texts of answers already sent. V8 reads the flag whenever it
 * computes the next limit.
 */
const heapGrowth = 40

export const serve: Action = async ({ product, output, loaded }) => {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`)
  const settings = loaded.values
  const log = logOf(settings, output)
  if (settings.demo) await refuseTwice(settings)
  const app = await (await product()).createApp({ settings, clock: systemClock, log, ...mailShown(settings, output) })
  const stopped = stopSignal(log)
  process.on('uncaughtException', error => {
    log.error('an uncaught exception ends the server', { error })
    void log.flush().then(() => process.exit(1))
  })
  try {
    await listen(app)
    await app.prepare()
    const parts = { store: app.store, clock: systemClock, settings }
    const demo = settings.demo ? await ensureDemo(parts, app.origin()) : null
    if (demo) app.showDemo(demo)
    log.info('ready', { address: app.origin() })
    announce(app, output, demo)
    await stopped
  } finally {
    await app.close()
  }
  // Lines that nobody reads would keep the process alive.
  if (!(await log.flush())) process.exit(0)
  return 0
}

/** A second `npm start` would serve the same store at the next port. */
async function refuseTwice(settings: Settings): Promise<void> {
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
function mailShown({ demo }: Settings, output: Output): Pick<AppOptions, 'onMail'> {
  if (output.json || !(demo || process.stdout.isTTY)) return {}
  return {
    onMail: ({ to, subject, text }) => {
      const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
      output.line(`\n  Mail to ${to}: ${subject}\n  ${link}\n`)
    },
  }
}

/** With --json, logs go to standard error, so that standard output has the JSON object only. */
function logOf({ logLevel, logFormat }: Settings, { json }: Output): Log {
  const stream = json ? process.stderr : process.stdout
  const format = logFormat === 'auto' ? (stream.isTTY ? 'text' : 'json') : logFormat
  // For other commands a closed pipe is the end; the server outlives the reader of its log.
  stream.removeAllListeners('error')
  return createLog({ level: logLevel, format, to: stream })
}

async function listen(app: App): Promise<void> {
  try {
    await app.listen()
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

function announce(app: App, output: Output, demo: DemoAccess | null): void {
  const origin = app.origin()
  const { apiPrefix, authPrefix, mail } = app.settings
  output.object({
    url: origin,
    api: origin + apiPrefix,
    auth: origin + authPrefix,
    docs: `${origin}/docs`,
    version,
    pid: process.pid,
    ...(demo ? { demo: { ...demo, curl: demoCurl(origin + apiPrefix, demo.token) } } : {}),
  })
  output.line(`Clientele ${version} is ready.`)
  if (isElsewhere(app)) output.line(`Port ${app.settings.port} is in use; this server has the next free one.`)
  output.line()
  output.line(`  Start here            ${origin}/`)
  output.line(`  Data API              ${origin}${apiPrefix}`)
  output.line(`  Authorization server  ${origin}${authPrefix}`)
  output.line(`  Documents             ${origin}/docs`)
  output.line(`  Health and metrics    ${origin}/healthz  ${origin}/readyz  ${origin}/metrics`)
  output.line()
  for (const line of demo ? demoLines(demo, { origin, api: origin + apiPrefix, mail }) : []) output.line(line)
}

const isElsewhere = ({ origin, settings: { port, publicUrl } }: App): boolean => port !== 0 && origin() !== publicUrl

/** Resolves when the process is asked to stop. A second request, more than a second later, exits at once. */
function stopSignal(log: Log): Promise<void> {
  return new Promise(resolve => {
    let first = 0
    const stop = (signal: string) => {
      const now = performance.now()
      // A terminal sends the signal to this process and to its parent, which forwards it: two signals within a second
      // are one request.
      if (first !== 0 && now - first > 1000) process.exit(1)
      if (first !== 0) return
      first = now
      log.info('stopping', { signal })
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal))
  })
}
