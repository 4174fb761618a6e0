// Defines the kind for days that count while a record is open: stored as seconds so far and the start of the current run.
import { sql } from 'kysely'
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

/** `presence` is a column that has a value where there is an age at all. */
export function agePart(name: string, passed: Source, since: Source, presence: Source): ValuePart {
  const sources = [passed, since, presence]
  const days = (render: (count: number, context: Parameters<Output['json']>[2]) => string): Output => ({
    sources,
    json: (row, at, context) => {
      if (row[at[2] as number] === null) return 'null'
      return render(daysAt(row[at[0] as number], row[at[1] as number], context.now), context)
    },
  })
  const operand = {
    type: integerType,
    sources,
    sql: (columns: readonly unknown[], { now }: BoundFacts) =>
      sql`case when ${columns[2]} is not null then (coalesce(${columns[0]}, 0) + coalesce(${now} - ${columns[1]}, 0)) / ${sql.lit(day)} end`,
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
