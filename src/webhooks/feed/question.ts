// Parses what a client asks of the change feed.
import { parse as parseQuery } from 'node:querystring'
import { Problems } from '../../base/errors.ts'
import { header, type WebRequest } from '../../base/web.ts'
import { eventEntities, payloads, type TargetSettings } from '../targets/target.ts'

/** What a client wants to read. */
export interface Question {
  readonly after: string | null
  /** Null for all. */
  readonly entities: ReadonlySet<string> | null
  readonly payload: TargetSettings['payload']
  readonly limit: number
  readonly waitSeconds: number
  /** Server-Sent Events instead of a page. */
  readonly stream: boolean
}

const limits = { usual: 100, most: 500, waitSeconds: 60 } as const
const names = ['after', 'entity', 'payload', 'limit', 'wait']

export function questionOf(request: Pick<WebRequest, 'query' | 'headers'>): Question {
  const given = parseQuery(request.query)
  const problems = new Problems()
  const all = (name: string): string[] => [given[name] ?? []].flat().filter(value => value !== '')
  const one = (name: string): string | null => {
    const [value = null, ...more] = all(name)
    if (more.length > 0) problems.add('InvalidRequest', name, `${name} is given more than once.`)
    return value
  }
  const number = (name: string, usual: number, least: number, most: number): number => {
    const text = one(name)
    if (text === null) return usual
    const value = Number(text)
    if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value
    problems.add('InvalidValue', name, `${name} is a whole number from ${least} to ${most}.`)
    return usual
  }
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) {
      problems.add('InvalidRequest', name, suggest => `There is no parameter ${name}.${suggest(name, names)}`)
    }
  }
  const question: Question = {
    // A browser that reconnects sends the id of the last event it has seen, and the address that it began with.
    after: header(request, 'last-event-id') || one('after'),
    entities: entitiesOf(all('entity'), problems),
    payload: payloadOf(one('payload'), problems),
    limit: number('limit', limits.usual, 1, limits.most),
    waitSeconds: number('wait', 0, 0, limits.waitSeconds),
    stream: /\btext\/event-stream\b/i.test(header(request, 'accept') ?? ''),
  }
  problems.throwIfAny()
  return question
}

function entitiesOf(given: readonly string[], problems: Problems): ReadonlySet<string> | null {
  const wanted = given.flatMap(value => value.split(','))
  if (wanted.length === 0) return null
  const found = new Set<string>()
  for (const name of wanted.slice(0, eventEntities.length)) {
    const entity = eventEntities.find(known => known.toLowerCase() === name.trim().toLowerCase())
    if (entity) found.add(entity)
    else
      problems.add(
        'UnknownEntity',
        'entity',
        suggest => `There is no entity ${name} with events.${suggest(name, eventEntities)}`,
      )
  }
  return found
}

function payloadOf(text: string | null, problems: Problems): TargetSettings['payload'] {
  const found = payloads.find(payload => payload === (text ?? 'changes'))
  if (!found) problems.add('InvalidValue', 'payload', `payload is one of ${payloads.join(', ')}.`)
  return found ?? 'changes'
}
