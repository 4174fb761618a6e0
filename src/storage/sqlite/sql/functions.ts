// Adds SQL functions that SQLite lacks: the parts of an instant in a time zone, regular expressions, and a check whether a read has to end.
import type { DatabaseSync } from 'node:sqlite'
import { type SqlBool, sql } from 'kysely'

type Part = 'year' | 'month'
type PartsOf = (epochSeconds: number) => { year: number; month: number }

const zones = new Map<string, PartsOf>()
/** No zone changes its offset within a quarter of an hour. */
const quarter = 900
const rememberedQuarters = 50_000

/**
 * See Dialect.stoppable. Calling a function of JavaScript costs a microsecond, so it is called for some rows only. SQLite
 * evaluates a condition that is not deterministic anew for each row of the outermost table of its select.
 */
export const stoppable = sql<SqlBool>`(random() & 15 or in_time())`

/** `checkTime` throws when the statement has to end. */
export function addFunctions(database: DatabaseSync, checkTime: () => void): void {
  database.function('in_time', { directOnly: true }, () => {
    checkTime()
    return 1
  })
  database.function('matches_pattern', { deterministic: true, directOnly: true }, (text, pattern) =>
    typeof text === 'string' && typeof pattern === 'string' ? Number(matchesPattern(text, pattern)) : null,
  )
  for (const part of ['year', 'month'] as const) {
    database.function(`${part}_in_zone`, { deterministic: true, directOnly: true }, (instant, zone) =>
      typeof instant === 'number' && typeof zone === 'string' ? partOf(part, instant, zone) : null,
    )
  }
}

/** One search compares many texts with one pattern. */
let lastPattern: { readonly text: string; readonly expression: RegExp } | null = null

function matchesPattern(text: string, pattern: string): boolean {
  if (lastPattern?.text !== pattern) lastPattern = { text: pattern, expression: new RegExp(pattern, 'u') }
  return lastPattern.expression.test(text)
}

function partOf(part: Part, instant: number, zone: string): number {
  let partsOf = zones.get(zone)
  if (!partsOf) {
    partsOf = zone === 'UTC' ? utcParts : zoneParts(zone)
    zones.set(zone, partsOf)
  }
  return partsOf(instant)[part]
}

const utcParts: PartsOf = instant => {
  const date = new Date(instant * 1000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
}

function zoneParts(zone: string): PartsOf {
  const known = new Map<number, { year: number; month: number }>()
  return instant => {
    const slot = Math.floor(instant / quarter)
    let parts = known.get(slot)
    if (!parts) {
      const { year, month } = Temporal.Instant.fromEpochMilliseconds(slot * quarter * 1000).toZonedDateTimeISO(zone)
      parts = { year, month }
      if (known.size >= rememberedQuarters) known.clear()
      known.set(slot, parts)
    }
    return parts
  }
}
