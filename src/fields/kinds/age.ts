// Defines the kind for days that count while a record is open, stored as the seconds so far and the start of the current run.
import { type Expression, sql } from 'kysely'
import type { Scalar } from '../../storage/store.ts'
import { column, required } from '../../storage/table.ts'
import type { Field, Traits } from '../field.ts'
import { type BoundFacts, type Output, type Source, type ValuePart, valuePart } from '../part.ts'
import { integerType } from '../types.ts'

const day = 86_400

const daysAt = (passed: Scalar | undefined, since: Scalar | undefined, now: number): number =>
  Math.floor(
    (Number(passed ?? 0) + (since === null || since === undefined ? 0 : Math.max(0, now - Number(since)))) / day,
  )

/** `presence` is a column that is null where there is no age. */
export const agePart = (name: string, passed: Source, since: Source, presence: Source): ValuePart =>
  daysPart(name, [passed, since], presence, {
    days: ([seconds, start], now) => daysAt(seconds, start, now),
    sql: ([seconds, start], now) => sql`(coalesce(${seconds}, 0) + coalesce(${now} - ${start}, 0)) / ${sql.lit(day)}`,
  })

/** Computes days from columns and the current time, in memory and in SQL. */
interface DayCount {
  days(columns: readonly (Scalar | undefined)[], now: number): number
  sql(columns: readonly unknown[], now: Expression<unknown>): Expression<unknown>
}

function daysPart(name: string, columns: readonly Source[], presence: Source, count: DayCount): ValuePart {
  const sources = [presence, ...columns]
  const days = (render: (count: number, context: Parameters<Output['json']>[2]) => string): Output => ({
    sources,
    json: (row, at, context) => {
      const [there, ...values] = at.map(index => row[index])
      return there === null ? 'null' : render(count.days(values, context.now), context)
    },
  })
  const operand = {
    type: integerType,
    sources,
    sql: ([there, ...values]: readonly unknown[], { now }: BoundFacts) =>
      sql`case when ${there} is not null then ${count.sql(values, now)} end`,
  }
  const output = days(String)
  const display = days((count, context) => JSON.stringify(context.locale.days(count)))
  return valuePart(
    name,
    { output, operand, presence: [presence] },
    valuePart('Value', { output, operand }),
    valuePart('DisplayValue', { output: display, operand }),
  )
}

export function age(spec: Traits): Field {
  return {
    traits: { ...spec, readOnly: true },
    schema: { type: 'IntegerField' },
    columns: c => [required(`${c}_seconds`, 'integer', 0), column(`${c}_since`, 'integer')],
    part: ({ name, join, column: c }) =>
      agePart(name, { join, column: `${c}_seconds` }, { join, column: `${c}_since` }, { join, column: 'id' }),
  }
}

/** The days from one date-time column to another, or until now while the other is empty. */
export function ageBetween(spec: Traits & { from: string; until: string }): Field {
  const { from, until, ...traits } = spec
  return {
    traits: { ...traits, readOnly: true },
    schema: { type: 'IntegerField' },
    columns: () => [],
    part: ({ name, join }) => {
      const sources = [from, until].map(column => ({ join, column }))
      return daysPart(name, sources, sources[0] as Source, {
        days: ([start, end], now) => Math.max(0, Math.floor((Number(end ?? now) - Number(start)) / day)),
        sql: ([start, end], now) => sql`(coalesce(${end}, ${now}) - ${start}) / ${sql.lit(day)}`,
      })
    },
  }
}
