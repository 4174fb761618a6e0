// Splits the conditions of an action into those on the result of a task and those on the record.
import { fold } from '../../../base/text/fold.ts'
import { asList, isObject } from '../../../base/text/json.ts'

/** The path of the result of a task in conditions, and the member of Options that has it. */
export const resultPath = 'Workflow/Result'

type Condition = Readonly<Record<string, unknown>>

const isResult = (name: string): boolean => name.replace(/^\//, '').toLowerCase() === resultPath.toLowerCase()
const isJunction = (name: string): boolean => /^\$(and|or)$/i.test(name)

/** The name of a condition without the entity that its path begins with: `Name` for `AbEntry/Name`. */
export const ownPath = (name: string, entity: string): string =>
  name.replace(new RegExp(`(^|\\()/?${entity}/`, 'i'), '$1')

/** The conditions without $AND and $OR, of all levels. */
function leavesOf(condition: unknown): [string, unknown][] {
  if (Array.isArray(condition)) return condition.flatMap(leavesOf)
  if (!isObject(condition)) return []
  return Object.entries(condition).flatMap(([name, value]): [string, unknown][] =>
    isJunction(name) ? leavesOf(value) : [[name, value]],
  )
}

/** The conditions on the record, each by itself. */
export const recordLeaves = (condition: unknown, entity: string): Condition[] =>
  leavesOf(condition).flatMap(([name, value]) => (isResult(name) ? [] : [{ [ownPath(name, entity)]: value }]))

/** What results are compared with; null for a condition that is none on a result. */
function comparedWith(test: unknown): { operator: string; values: readonly string[] } | null {
  const [[operator, operand] = ['', null], ...more] = isObject(test) ? Object.entries(test) : [['$EQ', test]]
  const name = String(operator).toUpperCase()
  const values = asList(operand)
  const known = name === '$IN' || ((name === '$EQ' || name === '$NE') && values.length === 1)
  return known && more.length === 0 && values.every(value => typeof value === 'string')
    ? { operator: name, values: values as string[] }
    : null
}

/** Why the conditions on the result are none; null when they are. */
export const whyNoResult = (condition: unknown): string | null =>
  leavesOf(condition).some(([name, test]) => isResult(name) && comparedWith(test) === null)
    ? `${resultPath} is compared by $EQ, $NE or $IN with texts`
    : null

export const asksResult = (condition: unknown): boolean => leavesOf(condition).some(([name]) => isResult(name))

/** The results that conditions name, in their order. */
export function resultsIn(conditions: readonly unknown[]): string[] {
  const named = conditions.flatMap(condition =>
    leavesOf(condition).flatMap(([name, test]) => (isResult(name) ? (comparedWith(test)?.values ?? []) : [])),
  )
  return [...new Map(named.map(value => [fold(value), value] as const).reverse()).values()].reverse()
}

const holds = (test: unknown, result: string | null): boolean => {
  const compared = comparedWith(test)
  const among = result !== null && compared?.values.some(value => fold(value) === fold(result)) === true
  return compared?.operator === '$NE' ? !among : among
}

/** True, false, or the condition on the record that is left when the result is known. */
export function withResult(condition: unknown, entity: string, result: string | null): boolean | Condition {
  if (!isObject(condition)) return true
  return allOf(
    Object.entries(condition).map(([name, value]) => {
      if (!isJunction(name)) return isResult(name) ? holds(value, result) : { [ownPath(name, entity)]: value }
      const parts = asList(value).map(part => withResult(part, entity, result))
      return name.toUpperCase() === '$AND' ? allOf(parts) : anyOf(parts)
    }),
  )
}

function allOf(parts: readonly (boolean | Condition)[]): boolean | Condition {
  if (parts.includes(false)) return false
  const left = parts.filter(part => part !== true)
  return left.length === 0 ? true : { $AND: left }
}

function anyOf(parts: readonly (boolean | Condition)[]): boolean | Condition {
  if (parts.includes(true)) return true
  const left = parts.filter(part => part !== false)
  return left.length === 0 ? false : { $OR: left }
}
