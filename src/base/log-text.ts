// Lines of the log: a finished request as JSON, and any entry as text for people.
import { BoundedMap } from './bounded-map.ts'

/** What is known of a finished request. This list is all that is ever written of one: no headers, queries or bodies. */
export interface RequestEntry {
  readonly id: string
  readonly method: string
  /** The pattern of the route, never the address that was asked for. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** When it was finished, by the clock that `ms` was taken with: performance.now(). */
  readonly at: number
  readonly operation?: string | undefined
  readonly entity?: string | undefined
  readonly uid?: string | undefined
  readonly db?: number | undefined
}

/** The same lines that pino would make of them. */
export function requestLines(entries: readonly RequestEntry[]): string {
  const origin = Date.now() - performance.now()
  let lines = ''
  for (const entry of entries) {
    const { before, after } = kindOf(entry)
    const ms = Math.round(entry.ms * 100) / 100
    lines += `${beginning(Math.floor(origin + entry.at))}${quoted(entry.id)}${before}${ms}${after}${endOf(entry)}`
  }
  return lines
}

const harmless = /^[\w ./:@+=-]*$/
const quoted = (text: string): string => (harmless.test(text) ? `"${text}"` : JSON.stringify(text))

// A line is put together from few pieces, since each costs again when the lines are written. Most of it is what requests
// of a kind, or of a user, have in common.

interface Kind extends Pick<RequestEntry, 'method' | 'status' | 'operation'> {
  readonly before: string
  readonly after: string
}

interface End extends Pick<RequestEntry, 'db'> {
  readonly text: string
}

/** By route and entity, of which there are as many as we made. */
const kinds = new Map<string, Map<string | undefined, Kind>>()
const ends = new BoundedMap<End>(2_000)

/** What stands before the time that it took, and after it. */
function kindOf({ method, route, status, operation, entity }: RequestEntry): Kind {
  const last = kinds.get(route)?.get(entity)
  if (last?.status === status && last.method === method && last.operation === operation) return last
  const before = `,"method":${quoted(method)},"route":${quoted(route)},"status":${status},"ms":`
  const after = member('operation', operation) + member('entity', entity)
  const kind = { method, status, operation, before: joined(before), after: joined(after) }
  kinds.set(route, (kinds.get(route) ?? new Map<string | undefined, Kind>()).set(entity, kind))
  return kind
}

function endOf({ uid = '', db }: RequestEntry): string {
  const last = ends.get(uid)
  if (last && last.db === db) return last.text
  const whose = (uid === '' ? '' : member('uid', uid)) + (db === undefined ? '' : `,"db":${db}`)
  const text = joined(`${whose},"msg":"request"}\n`)
  ends.set(uid, { db, text })
  return text
}

const member = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${quoted(value)}`

/** The text in one piece. */
const joined = (text: string): string => Buffer.from(text).toString()

let lastMs = 0
let lastText = ''

/** What stands before the id, which the requests of one millisecond have in common. */
function beginning(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms
    lastText = joined(`{"level":"info","time":"${new Date(ms).toISOString()}","id":`)
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
