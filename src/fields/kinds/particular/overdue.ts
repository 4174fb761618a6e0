// Defines the kind that tells whether a date has passed while the record is still open.
import { sql } from 'kysely'
import type { Field, Traits } from '../../field.ts'
import { type BoundFacts, type Output, valuePart } from '../../part.ts'
import { flagType } from '../../types.ts'

/** `closed` is the column that has a value once the record is closed. */
export function overdue(spec: Traits & { date: string; closed: string }): Field {
  const { date, closed, ...traits } = spec
  const passed = (at: unknown, end: unknown, now: number): boolean =>
    at !== null && at !== undefined && Number(at) < now && (end === null || end === undefined)
  return {
    traits: { ...traits, readOnly: true, computed: true },
    schema: { type: 'BooleanField' },
    columns: () => [],
    part: ({ name, join }) => {
      const sources = [
        { join, column: date },
        { join, column: closed },
      ]
      const output: Output = {
        sources,
        json: (row, at, context) => String(passed(row[at[0] as number], row[at[1] as number], context.now)),
      }
      const operand = {
        type: flagType,
        sources,
        sql: (columns: readonly unknown[], { now }: BoundFacts) =>
          sql`case when ${columns[0]} < ${now} and ${columns[1]} is null then 1 else 0 end`,
      }
      return valuePart(name, { output, operand }, valuePart('Value', { output, operand }))
    },
  }
}
