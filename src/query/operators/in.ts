// Implements $IN, with the values bound as one list, so that the SQL does not depend on its length.
import { sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { foldsTooLong, isWithinGrowth } from '../../base/text/fold.ts'
import { asList } from '../../base/text/json.ts'
import type { Period } from '../../fields/value-type.ts'
import type { Scalar, Value } from '../../storage/store.ts'
import { compareValues, isPeriod, isPeriodic, type Operator, payFor } from './operator.ts'

const sets = new WeakMap<readonly Value[], ReadonlySet<unknown>>()

/** The values of a bound list as a set, cached since each row in memory is compared with the same list. */
function setOf(list: readonly Value[]): ReadonlySet<unknown> {
  let set = sets.get(list)
  if (!set) {
    set = new Set(list)
    sets.set(list, set)
  }
  return set
}

export const isIn: Operator = {
  name: '$IN',
  doc: 'One of several values; `null` among them also finds records without a value.',
  bind: (literal, type, path, context) => {
    const bound: (Scalar | Period)[] = []
    let [given, folded] = [0, 0]
    asList(literal).forEach((element, i) => {
      // A separate condition finds records without a value.
      if (element === null || element === '') return
      const value = type.bind(element, Array.isArray(literal) ? `${path}[${i}]` : path, context)
      bound.push(value)
      if (typeof element !== 'string' || typeof value !== 'string') return
      given += element.length
      folded += value.length
      // Each text alone may grow; a long list of such texts would take many times the room of the request.
      if (!isWithinGrowth(folded, given)) refuse('LimitExceeded', path, `${path} ${foldsTooLong}.`)
    })
    if (isPeriodic(type)) {
      const periods = bound.filter(isPeriod)
      return [periods.map(p => p.start) as string[], periods.map(p => p.end) as string[]]
    }
    // Exact amounts exceed the safe range of JSON numbers, so they are bound as text.
    return [bound.map(element => (typeof element === 'bigint' ? element.toString() : element)) as string[]]
  },
  compile: (x, type, placeholder, _sort, dialect) => {
    if (!isPeriodic(type)) return dialect.inList(type.exact ? dialect.asText(x) : x, placeholder(0), type.list)
    const periods = dialect.zipTable([placeholder(0), placeholder(1)], type.list, 'p')
    return sql`exists (select 1 from ${periods} where ${x} >= p.v0 and ${x} < p.v1)`
  },
  holds: (value, bound, type, _sort, budget) => {
    payFor(value, budget)
    const [starts, ends] = bound as [Value[], Value[]]
    if (!isPeriodic(type)) return setOf(starts).has(type.exact ? String(value) : value)
    budget.spend(starts.length)
    return starts.some((start, i) => compareValues(value, start) >= 0 && compareValues(value, ends[i] as string) < 0)
  },
}
