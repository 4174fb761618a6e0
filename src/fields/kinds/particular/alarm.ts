// Defines the kind for a reminder: the time at which it is due, or true for one without a time of its own.
import { column, required } from '../../../storage/table.ts'
import { bareValue, wrongType } from '../../checks.ts'
import type { Field, Traits } from '../../field.ts'
import { dateExample, isoDateTime } from '../../moment.ts'
import { displayedPart, type Output } from '../../part.ts'
import type { RenderContext } from '../../render-context.ts'
import { flagType } from '../../types.ts'
import { dateTime } from '../date.ts'

const timeColumn = (c: string): string => `${c}_time`

/** It reads as it was written: true, false, or a date and time. Criteria compare it with true and false. */
export function alarm(spec: Traits): Field {
  return {
    traits: spec,
    schema: { type: 'BooleanField' },
    columns: c => [required(c, 'flag', 0), column(timeColumn(c), 'integer')],
    part: ({ name, join, column: c }) => {
      const set = { join, column: c }
      const shown = (json: (value: boolean | number, context: RenderContext) => string): Output => ({
        sources: [set, { join, column: timeColumn(c) }],
        json: (row, at, context) => {
          const [isSet, time] = at.map(i => row[i])
          return json(time === null ? isSet === 1 : Number(time), context)
        },
      })
      const output = shown(value => (typeof value === 'number' ? `"${isoDateTime(value)}"` : String(value)))
      const display = shown((value, { locale }) =>
        JSON.stringify(typeof value === 'number' ? locale.dateTime(value) : locale.boolean(value)),
      )
      return displayedPart(name, { output, operand: { type: flagType, sources: [set] } }, display)
    },
    parse: (value, c, list, context) => {
      const bare = bareValue(value)
      if (bare === null || typeof bare === 'boolean')
        return { columns: { [c]: Number(bare === true), [timeColumn(c)]: null } }
      if (typeof bare !== 'string') return wrongType(context, `true, false or ${dateExample}`, value)
      const parsed = dateTime(spec).parse?.(bare, timeColumn(c), list, context)
      return parsed ? { columns: { [c]: 1, ...parsed.columns } } : null
    },
  }
}
