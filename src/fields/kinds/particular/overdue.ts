// Defines the kind that tells whether a date has passed while the record is still open.
import { sql } from 'kysely'
import type { Field, Traits } from '../../field.ts'
import { type BoundFacts, type Output, valuePart } from '../../part.ts'
import { flagType } from '../../types.ts'

export function overdue(spec: Traits & { date: string; status: string; closed: readonly number[] }): Field {
  const { date, status, closed, ...traits } = spec
  const passed = (at: unknown, state: unknown, now: number): boolean =>
    at !== null && at !== undefined && Number(at) < now && !closed.includes(Number(state ?? -1))
  return {
    traits: { ...traits, readOnly: true, computed: true },
    schema: { type: 'BooleanField' },
    columns: () => [],
    part: ({ name, join }) => {
      const sources = [
        { join, column: date },
        { join, column: status },
      ]
      const output: Output = {
        sources,
        json: (row, at, context) => String(passed(row[at[0] as number], row[at[1] as number], context.now)),
      }
      const operand = {
        type: flagType,
        sources,
        sql: (columns: readonly unknown[], { now }: BoundFacts) =>
          sql`case when ${columns[0]} < ${now} and coalesce(${columns[1]}, -1) not in (${sql.join(closed.map(key => sql.lit(key)))}) then 1 else 0 end`,
      }
      return valuePart(name, { output, operand }, valuePart('Value', { output, operand }))
    },
  }
}
