// Defines the kind for a reminder: the time at which it is due, or true for one without a time of its own.
import { column, required } from '../../../storage/table.ts'
import { bareValue, wrongType } from '../../checks.ts'
import type { Field, Traits } from '../../field.ts'
import { dateExample, isoDateTime } from '../../moment.ts'
import { type Output, valuePart } from '../../part.ts'
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
      const output: Output = {
        sources: [set, { join, column: timeColumn(c) }],
        json: (row, at) => {
          const [isSet, time] = at.map(i => row[i])
          return time === null ? String(isSet === 1) : `"${isoDateTime(Number(time))}"`
        },
      }
      return valuePart(name, { output, operand: { type: flagType, sources: [set] } })
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
