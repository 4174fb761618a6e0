// Lines of the log: a finished request as JSON, and any entry as text for people.

/** What is known of a finished request. This list is all that is ever written of one: no headers, queries or bodies. */
export interface RequestEntry {
  readonly id: string
  readonly method: string
  /** The pattern of the route, never the address that was asked for. */
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly operation?: string | undefined
  readonly entity?: string | undefined
  readonly uid?: string | undefined
  readonly db?: number | undefined
}

/** The same line that pino would make of it. */
export function requestLine({ id, method, route, status, ms, operation, entity, uid, db }: RequestEntry): string {
  let line = `{"level":"info","time":"${timeText()}","id":${quoted(id)},"method":${familiar(method)},"route":${familiar(route)}`
  line += `,"status":${status},"ms":${ms}`
  if (operation !== undefined) line += `,"operation":${familiar(operation)}`
  if (entity !== undefined) line += `,"entity":${familiar(entity)}`
  if (uid !== undefined) line += `,"uid":${familiar(uid)}`
  if (db !== undefined) line += `,"db":${db}`
  return `${line},"msg":"request"}\n`
}

const harmless = /^[\w ./:@+=-]*$/
const quoted = (text: string): string => (harmless.test(text) ? `"${text}"` : JSON.stringify(text))

/** More than there are routes, entities and users at a time. */
const mostFamiliar = 2_000
const familiars = new Map<string, string>()

/** The same for texts that come again and again. */
function familiar(text: string): string {
  let known = familiars.get(text)
  if (known === undefined) {
    if (familiars.size >= mostFamiliar) familiars.clear()
    known = quoted(text)
    familiars.set(text, known)
  }
  return known
}

let lastMs = 0
let lastText = ''

function timeText(): string {
  const now = Date.now()
  if (now !== lastMs) {
    lastMs = now
    lastText = new Date(now).toISOString()
  }
  return lastText
}

const colours: Record<string, string> = { warn: '\x1b[33m', error: '\x1b[31m', fatal: '\x1b[31m', debug: '\x1b[2m' }
const plain = '\x1b[0m'

export function readableLine(json: string): string {
  const { time, level, msg, error, ...rest } = JSON.parse(json) as Record<string, unknown>
  const details = Object.entries(rest).map(([name, value]) => ` ${name}=${showValue(value)}`)
  const stack = (error as { stack?: string } | undefined)?.stack
  const colour = colours[String(level)]
  const head = `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${msg}`
  return `${colour ? colour + head + plain : head}${details.join('')}\n${stack ? `${stack}\n` : ''}`
}

function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\s"]/.test(text) ? JSON.stringify(text) : text
}
