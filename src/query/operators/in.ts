// $IN: one of several values, bound as one list so that its length does not change the statement.
import { sql } from 'kysely'
import { asList } from '../../fields/checks.ts'
import type { Value } from '../../storage/store.ts'
import { compareValues, isPeriod, isPeriodic, type Operator } from './operator.ts'

const holdsNull = (literal: unknown): boolean => Array.isArray(literal) && literal.includes(null)

export const isIn: Operator = {
  name: '$IN',
  sort: literal => (holdsNull(literal) || literal === null ? 'n' : ''),
  bind: (literal, type, path, context) => {
    const bound = asList(literal)
      .map((element, i) =>
        element === null ? null : type.bind(element, Array.isArray(literal) ? `${path}[${i}]` : path, context),
      )
      .filter(element => element !== null)
    if (isPeriodic(type)) {
      const periods = bound.filter(isPeriod)
      return [periods.map(p => p.start) as string[], periods.map(p => p.end) as string[]]
    }
    // Exact amounts are larger than a JSON number can be trusted with, so they travel as text.
    return [bound.map(element => (typeof element === 'bigint' ? element.toString() : element)) as string[]]
  },
  compile: (x, type, slot, sort, dialect) => {
    const listed = isPeriodic(type)
      ? sql`exists (select 1 from ${dialect.listTable(slot(0), type.list, 's')} join ${dialect.listTable(slot(1), type.list, 'e')} on s.position = e.position where ${x} >= s.value and ${x} < e.value)`
      : type.name === 'money'
        ? dialect.inList(dialect.asText(x), slot(0), 'text')
        : dialect.inList(x, slot(0), type.list)
    return sort === 'n' ? sql`(${listed} or ${x} is null)` : sql`${listed}`
  },
  holds: (value, bound, type) => {
    const [starts, ends] = bound as [Value[], Value[]]
    if (!isPeriodic(type))
      return starts.some(
        element => compareValues(value, type.name === 'money' ? BigInt(element as string) : element) === 0,
      )
    return starts.some((start, i) => compareValues(value, start) >= 0 && compareValues(value, ends[i] as string) < 0)
  },
}
