// Prints for the operator of a server: log, addresses, and the request to stop.
import { createLog, type Log } from '../../base/log/log.ts'
import { version } from '../../base/version.ts'
import type { Settings } from '../../config/settings.ts'
import type { DemoAccess } from '../../seed/demo-file.ts'
import type { WorkerCount } from '../../workers/count.ts'
import { CommandError } from '../failure.ts'
import type { Output } from '../output.ts'
import { demoCurl, demoLines } from './demo-lines.ts'

/** With --json, logs go to standard error, so that standard output has the JSON object only. */
export function logOf({ logLevel, logFormat }: Settings, { json }: Output) {
  const stream = json ? process.stderr : process.stdout
  const format: 'text' | 'json' = logFormat === 'auto' ? (stream.isTTY ? 'text' : 'json') : logFormat
  // For other commands a closed pipe is the end; the server outlives the reader of its log.
  stream.removeAllListeners('error')
  return { log: createLog({ level: logLevel, format, to: stream }), format }
}

/** A server that has begun to serve. */
export interface RunningServer {
  readonly origin: string
  readonly settings: Settings
  readonly demo: DemoAccess | null
}

export function announce(
  { origin, settings, demo, workers }: RunningServer & { readonly workers: WorkerCount },
  output: Output,
): void {
  const { apiPrefix, authPrefix, mail, port, publicUrl } = settings
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
  if (port !== 0 && origin !== publicUrl) output.line(`Port ${port} is in use; this server has the next free one.`)
  output.line()
  output.line(`  Start here            ${origin}/`)
  output.line(`  Data API              ${origin}${apiPrefix}`)
  output.line(`  Authorization server  ${origin}${authPrefix}`)
  output.line(`  Documents             ${origin}/docs`)
  output.line(`  Health and metrics    ${origin}/healthz  ${origin}/readyz  ${origin}/metrics`)
  output.line(`  Workers               ${workers.count} (${workers.reason})`)
  output.line()
  for (const line of demo ? demoLines(demo, { origin, api: origin + apiPrefix, mail }) : []) output.line(line)
}

/** Resolves when the process is asked to stop. A second request, more than a second later, exits at once. */
export function stopSignal(log: Log, signals: readonly NodeJS.Signals[]): Promise<void> {
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
    for (const signal of signals) process.on(signal, () => stop(signal))
  })
}

/** Explains why an address could not be bound; any other error stays as it is. */
export function listenFailure(error: unknown, { host, port }: Settings): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Stop what uses it, or choose another port with --port.`,
    EACCES: `Port ${port} may not be used by this user. Choose one from 1024 on with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host.`,
    ENOTFOUND: `The host ${host} is not known. Choose another with --host.`,
  }
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? error : new CommandError(reason)
}

/** The report of the first worker when it serves. */
export interface TeamReport {
  readonly origin: string
  readonly demo: DemoAccess | null
}
