// Writes the log: JSON lines, or text for people. Requests are written from an allow-list; all else passes a scrubber.
import type { Writable } from 'node:stream'
import { pino } from 'pino'
import { readableLine } from './log-text.ts'
import { LogWriter } from './log-writer.ts'
import { type RequestEntry, RequestLog } from './request-log.ts'

type Details = Readonly<Record<string, string | number | boolean | null | undefined | Error>>

export interface Log {
  request(entry: RequestEntry): void
  debug(message: string, details?: Details): void
  info(message: string, details?: Details): void
  warn(message: string, details?: Details): void
  error(message: string, details?: Details): void
  /** Writes lines that another process of this server has made. */
  pass(lines: string): void
  /** Writes out the buffer; false when the log is not read. */
  flush(): Promise<boolean>
  /** The number of lines that were dropped because the log was not read. */
  dropped(): number
}

interface LogOptions {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly format: 'json' | 'text'
  readonly to: Writable | ((line: string) => void)
  /** Of several processes that serve, the number of this one: each line has it. */
  readonly worker?: number
}

const requestsPerWrite = 160
const droppedText = 'lines of this log were dropped, since it was not read'

export function createLog({ level, format, to, worker }: LogOptions): Log {
  const writer = typeof to === 'function' ? null : new LogWriter(to, dropped => say('warn')(droppedText, { dropped }))
  const destination = writer ?? { write: to as (line: string) => void }
  const target = format === 'text' ? { write: (line: string) => destination.write(readableLine(line)) } : destination
  // A person at a terminal, and a test, sees each line at once.
  const batched = format === 'json' && writer !== null
  const requests = new RequestLog(lines => void target.write(lines), batched ? requestsPerWrite : 1, worker)
  const logger = pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { error: describeError },
      hooks: { streamWrite: scrub },
    },
    target,
  )
  const logsRequests = logger.isLevelEnabled('info')
  const say =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, details: Details = {}): void => {
      requests.flush()
      logger[level](details, message)
    }
  return {
    // The entry is an allow-list, so it needs no scrubbing. A line of pino costs five times as much.
    request: entry => {
      if (logsRequests) requests.add(entry)
    },
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    pass: lines => void destination.write(lines),
    flush: async () => {
      requests.flush()
      return (await writer?.flush()) ?? true
    },
    dropped: () => writer?.dropped ?? 0,
  }
}

export const silentLog: Log = createLog({ level: 'silent', format: 'json', to: () => {} })

const secrets = [
  // Authorization headers
  { pattern: /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, put: '$1 ***' },
  // Passwords inside addresses
  { pattern: /(\w:\/\/[^\s:@/"]*):[^\s@"]+@/g, put: '$1:***@' },
  // Members and parameters whose names say that they are secret
  {
    pattern:
      /((?:pass(?:word|wd)?|secret|client_secret|token|access_token|refresh_token|code|code_verifier)\\?"?\s*[=:]\s*\\?"?)[^\s"\\&,}]+/gi,
    put: '$1***',
  },
  // Our own tokens and codes, which begin with their kind
  { pattern: /\bcl[a-z]{1,3}_[A-Za-z0-9_-]{16,}/g, put: '***' },
]

/** Takes out of a line whatever looks like a secret. The last guard: nothing should have put one there. */
export function scrub(line: string): string {
  let clean = line
  for (const { pattern, put } of secrets) clean = clean.replace(pattern, put)
  return clean
}

/** Kind, message and stack; not the members that libraries hang on errors, such as a query's values. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {}
  const code = 'code' in error && typeof error.code === 'string' ? { errno: error.code } : {}
  return { type: error.name, message: error.message, ...code, stack: error.stack ?? '', ...cause }
}
