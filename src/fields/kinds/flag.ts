// Defines the kind for true or false.
import { sql } from 'kysely'
import { column, required } from '../../storage/table.ts'
import { bareValue, wrongType } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import { flagOutput, outputOf } from '../output.ts'
import { displayedPart, type Output, type Source, type ValuePart } from '../part.ts'
import type { RenderContext } from '../render-context.ts'
import { flagType } from '../types.ts'

/** With a `fallback` the flag always has a value. With `unsetIsFalse` it is stored as null until it is set, and reads false. */
export function flag(spec: Traits & { fallback?: boolean; unsetIsFalse?: boolean }): Field {
  const { fallback, unsetIsFalse = false, ...traits } = spec
  return {
    traits,
    schema: { type: 'BooleanField' },
    columns: c => [fallback === undefined ? column(c, 'flag') : required(c, 'flag', Number(fallback))],
    part: ({ name, join, column: c }) => {
      const source = { join, column: c }
      if (unsetIsFalse) return mark(name, source)
      const inner = { output: flagOutput(source), operand: { type: flagType, sources: [source] } }
      const display = outputOf(source, (value, context) => JSON.stringify(context.locale.boolean(value !== 0)))
      return displayedPart(name, inner, display)
    },
    parse: (sent, c, _list, context) => {
      const value = bareValue(sent)
      if (value === null) return { columns: { [c]: fallback === undefined ? null : Number(fallback) } }
      return typeof value === 'boolean'
        ? { columns: { [c]: Number(value) } }
        : wrongType(context, 'true or false', value)
    },
  }
}

/** The part of a flag whose null reads false. */
function mark(name: string, source: Source): ValuePart {
  const shown = (json: (set: boolean, context: RenderContext) => string): Output => ({
    sources: [source],
    json: (row, at, context) => json(row[at[0] as number] === 1, context),
  })
  const sqlOf = ([stored]: readonly unknown[]) => sql`coalesce(${stored}, 0)`
  const inner = { output: shown(String), operand: { type: flagType, sources: [source], sql: sqlOf } }
  const display = shown((set, context) => JSON.stringify(context.locale.boolean(set)))
  return displayedPart(name, inner, display)
}
