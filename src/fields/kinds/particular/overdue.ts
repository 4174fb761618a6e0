// Defines the kind that tells whether a date has passed while the record is still open.
import { sql } from 'kysely'
import type { Field, Traits } from '../../field.ts'
import { type BoundFacts, displayedPart, type Output } from '../../part.ts'
import type { RenderContext } from '../../render-context.ts'
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
      const shown = (json: (isOverdue: boolean, context: RenderContext) => string): Output => ({
        sources,
        json: (row, at, context) => json(passed(row[at[0] as number], row[at[1] as number], context.now), context),
      })
      const operand = {
        type: flagType,
        sources,
        sql: (columns: readonly unknown[], { now }: BoundFacts) =>
          sql`case when ${columns[0]} < ${now} and ${columns[1]} is null then 1 else 0 end`,
      }
      const value = { output: shown(String), operand }
      const display = shown((is, { locale }) => JSON.stringify(locale.boolean(is)))
      return displayedPart(name, value, display)
    },
  }
}
