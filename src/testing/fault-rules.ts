// Declares faults as data: on which requests, which of them, and what happens; reads and checks the rules of a test.

import { Problems } from '../base/errors.ts'
import { durationMs, durationWords } from '../base/text/duration.ts'
import { isObject, nameOf } from '../base/text/json.ts'
import type { FaultEffect } from './wire.ts'

/** The effects of faults, with their descriptions for messages. */
const effects = {
  // Before the request is executed.
  429: 'is answered 429 with Retry-After, and not executed',
  503: 'is answered 503 with Retry-After, and not executed',
  3005: 'of the token endpoint is answered 400 with error_code 3005, and not executed',
  'refuse-connection': 'finds its connection closed, and is not executed',
  // After it was executed.
  'lose-answer': 'is executed, and the connection closed instead of an answer',
  'cut-answer': 'is executed, and the answer ends in the middle',
  'late-answer': 'is executed, and the answer comes later (`ms`, or `after`)',
  // Changes of state, before it is executed.
  'expire-token': 'comes with a token whose time is over',
  'revoke-token': 'comes with a token whose chain was revoked',
  'reuse-token': 'comes with a refresh token that another client has used, longer ago than the retry window',
  'change-record': 'writes a record that another user has just changed (`data`)',
} satisfies Record<FaultEffect, string>

export type Effect = `${FaultEffect}`

/** What happens to a request, in words. */
export const meaningOf = (effect: Effect): string => `The request ${(effects as Record<string, string>)[effect]}.`

/** The default delay of an answer. */
const usualDelayMs = 1_000
const longestDelayMs = 600_000
const usualRetryAfter = 1

export interface FaultRule {
  /** `POST /oauth/v1/token`, `/api/*`, or an operation such as `Create`. */
  readonly on: string
  readonly do: Effect
  /** The first request to which the fault applies, counted among those that match; 1 is the next one. */
  readonly nth: number
  /** To how many requests in a row it applies; infinite for all. */
  readonly times: number
  /** With which probability it applies to each of them, drawn from `seed`. */
  readonly chance: number
  readonly seed: number
  /** Only requests of this database, this client, this entity, or with this text in their bodies. */
  readonly database: string | null
  readonly client: string | null
  readonly entity: string | null
  readonly containing: string | null
  /** Seconds, of 429, 503 and 3005. */
  readonly retryAfter: number
  /** Real time, of `late-answer`. */
  readonly ms: number
  /** The fields that `change-record` writes. */
  readonly data: Readonly<Record<string, unknown>> | null
}

const known = [
  ...['on', 'do', 'nth', 'times', 'chance', 'seed', 'database', 'client', 'entity', 'containing'],
  ...['retryAfter', 'ms', 'after', 'data'],
]

/** Parses a rule from JSON; all its problems are reported together. */
export function readFaultRule(given: unknown): FaultRule {
  const problems = new Problems()
  const wrong = (path: string, message: string) => void problems.add('InvalidValue', path, message)
  const rule = isObject(given) ? given : {}
  if (!isObject(given)) wrong('', `A fault is an object with on and do, not ${nameOf(given)}.`)
  for (const name of Object.keys(rule)) {
    if (!known.includes(name))
      problems.add('InvalidRequest', name, suggest => `A fault has no member ${name}.${suggest(name, known)}`)
  }
  const text = (name: string): string | null => {
    const value = rule[name] ?? null
    if (value !== null && typeof value !== 'string') wrong(name, `${name} is a text, not ${nameOf(value)}.`)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const number = (name: string, fallback: number, least: number, most: number): number => {
    const value = rule[name] ?? fallback
    if (typeof value === 'number' && value >= least && value <= most) return value
    wrong(name, `${name} is a number from ${least} to ${most}.`)
    return fallback
  }
  const on = text('on')
  if (on === null) wrong('on', 'on is a method and path such as "POST /api/Create", a path, or an operation.')
  const effect = String(rule.do ?? '')
  if (!Object.hasOwn(effects, effect)) wrong('do', `do is one of ${Object.keys(effects).join(', ')}.`)
  const data = rule.data ?? null
  if (effect === 'change-record' && !isObject(data))
    wrong('data', 'change-record needs data: the fields that the other user writes.')
  const read: FaultRule = {
    on: on ?? '',
    do: effect as Effect,
    nth: number('nth', 1, 1, 1_000_000),
    times: rule.times === 'always' ? Number.POSITIVE_INFINITY : number('times', 1, 1, 1_000_000_000),
    chance: number('chance', 1, 0, 1),
    seed: number('seed', 1, 0, 2 ** 31),
    database: text('database'),
    client: text('client'),
    entity: text('entity'),
    containing: text('containing'),
    retryAfter: number('retryAfter', usualRetryAfter, 0, 86_400),
    ms: rule.after === undefined ? number('ms', usualDelayMs, 0, longestDelayMs) : delayOf(rule.after, wrong),
    data: isObject(data) ? data : null,
  }
  problems.throwIfAny()
  return read
}

function delayOf(given: unknown, wrong: (path: string, message: string) => void): number {
  const ms = typeof given === 'string' ? durationMs(given) : null
  if (ms === null || ms > longestDelayMs) wrong('after', `after is ${durationWords}, at most 10m.`)
  return ms ?? usualDelayMs
}
