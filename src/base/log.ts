// The log: JSON lines, or text for people. Requests are written from an allow-list; all else passes a scrubber.
import { pino } from 'pino'
import { readableLine } from './log-text.ts'

/** What is known of a finished request. This list is all that is ever written of one: no headers, queries or bodies. */
export interface RequestEntry {
  readonly id: string
  readonly method: string
  /** The pattern of the route, never the address that was asked for. */
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly operation?: string
  readonly entity?: string
  readonly uid?: string
  readonly db?: number
}

type Details = Readonly<Record<string, string | number | boolean | null | undefined | Error>>

export interface Log {
  request(entry: RequestEntry): void
  debug(message: string, details?: Details): void
  info(message: string, details?: Details): void
  warn(message: string, details?: Details): void
  error(message: string, details?: Details): void
  /** Writes out what is still held back. */
  flush(): void
}

export interface LogOptions {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly format: 'json' | 'text'
  /** Where lines go: a file descriptor (standard output unless said), or a function. */
  readonly to?: number | ((line: string) => void)
}

export function createLog({ level, format, to = 1 }: LogOptions): Log {
  // Busy times make few writes of many lines; in quiet ones a line is held back for a quarter of a second.
  const destination =
    typeof to === 'number'
      ? pino.destination({ fd: to, sync: false, minLength: 8192, periodicFlush: 250 })
      : { write: to }
  const target = format === 'text' ? { write: (line: string) => destination.write(readableLine(line)) } : destination
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: describeError },
  }
  const logger = pino({ ...options, hooks: { streamWrite: scrub } }, target)
  // Request entries are made of an allow-list, so they need no scrubbing, which would cost as much as writing them.
  const requests = pino(options, target)
  return {
    request: entry => requests.info(entry, 'request'),
    debug: (message, details) => logger.debug(details ?? {}, message),
    info: (message, details) => logger.info(details ?? {}, message),
    warn: (message, details) => logger.warn(details ?? {}, message),
    error: (message, details) => logger.error(details ?? {}, message),
    flush: () => {
      if ('flushSync' in destination) destination.flushSync()
    },
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
