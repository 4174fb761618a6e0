// Keeps the faults of a test run and decides which of them apply to a request.
import type { Exchange } from '../http/exchange.ts'
import { Random } from '../seed/random.ts'
import { type FaultRule, meaningOf, readFaultRule } from './fault-rules.ts'
import { matches } from './recorder.ts'
import type { FaultFacts } from './wire.ts'

/** The database and the client of a request, as far as its token and parameters show. */
export interface Sender {
  readonly database: string | null
  readonly client: string | null
}

export interface Fault {
  readonly id: string
  readonly rule: FaultRule
  /** Requests that matched, and those to which the fault was applied. */
  seen: number
  applied: number
  readonly random: Random
}

export class Faults {
  readonly #faults = new Map<string, Fault>()
  #count = 0

  add(given: unknown): Fault {
    const rule = readFaultRule(given)
    const fault = { id: String(++this.#count), rule, seen: 0, applied: 0, random: new Random(rule.seed) }
    this.#faults.set(fault.id, fault)
    return fault
  }

  list(database?: string): Fault[] {
    const all = [...this.#faults.values()]
    return database === undefined ? all : all.filter(({ rule }) => rule.database === database)
  }

  remove(id: string): boolean {
    return this.#faults.delete(id)
  }

  clear(database?: string): number {
    const gone = this.list(database)
    for (const { id } of gone) this.#faults.delete(id)
    return gone.length
  }

  /** The faults that apply to a request, which is counted. */
  take(exchange: Exchange, sender: Sender): Fault[] {
    return [...this.#faults.values()].filter(fault => isMeant(fault.rule, exchange, sender) && applies(fault))
  }
}

function applies(fault: Fault): boolean {
  const { nth, times, chance } = fault.rule
  fault.seen++
  const isIn = fault.seen >= nth && fault.seen < nth + times
  if (!isIn || !fault.random.chance(chance)) return false
  fault.applied++
  return true
}

function isMeant(rule: FaultRule, exchange: Exchange, { database, client }: Sender): boolean {
  if (rule.database !== null && rule.database !== database) return false
  if (rule.client !== null && rule.client !== client) return false
  if (rule.containing !== null && !exchange.body.includes(rule.containing)) return false
  if (!isAddressed(rule.on, exchange)) return false
  return rule.entity === null || entitiesOf(exchange).includes(rule.entity.toLowerCase())
}

function isAddressed(on: string, { method, incoming, served }: Exchange): boolean {
  const [path = ''] = (incoming.url ?? '').split('?', 1)
  if (on.startsWith('/')) return matches(path, on)
  const at = on.indexOf(' ')
  if (at > 0) return matches(method, on.slice(0, at)) && matches(path, on.slice(at + 1).trim())
  return served.route.operation.toLowerCase() === on.toLowerCase()
}

/** The entity members of a data operation, in lower case: those of the body and the one of the path. */
function entitiesOf({ body, incoming, served }: Exchange): string[] {
  const { operation } = served.route
  const [path = ''] = (incoming.url ?? '').split('?', 1)
  const last = path.slice(path.lastIndexOf('/') + 1)
  const named = last.endsWith(operation) ? [last.slice(0, -operation.length).toLowerCase()] : []
  try {
    return [...named, ...Object.keys(JSON.parse(body)).map(name => name.split('.', 1)[0]?.toLowerCase() ?? '')]
  } catch {
    return named
  }
}

/** A fault in the format of the control API. */
export const shownFault = ({ id, rule, seen, applied }: Fault): FaultFacts => ({
  id,
  on: rule.on,
  do: rule.do,
  ...Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null)),
  times: Number.isFinite(rule.times) ? rule.times : 'always',
  meaning: meaningOf(rule.do),
  seen,
  applied,
})
