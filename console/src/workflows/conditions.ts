// Splits the conditions of a workflow's action into the results that it asks for and a filter on the record, and joins them.
import type { Body } from '../api/envelope.ts'

const resultPath = 'Workflow/Result'

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

const isJunction = (name: string): boolean => /^\$(and|or)$/i.test(name)

/** Conditions with other names of their fields, in all groups. */
function renamed(condition: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(condition)) return condition.map(one => renamed(one, rename))
  if (!isObject(condition)) return condition
  return Object.fromEntries(
    Object.entries(condition).map(([name, value]) =>
      isJunction(name) ? [name.toUpperCase(), renamed(value, rename)] : [rename(name), value],
    ),
  )
}

const ownName = (entity: string) => {
  const prefix = new RegExp(`^/?${entity}/`, 'i')
  return (name: string): string => name.replace(prefix, '')
}

const fullName = (entity: string) => (name: string) => (name === resultPath ? name : `${entity}/${name}`)

interface SplitConditions {
  /** The results for which a branch is taken; empty when it does not depend on one. */
  readonly results: readonly string[]
  /** The SearchQuery on the record, with the names of its own fields. */
  readonly query: Body
}

const resultsOf = (test: unknown): readonly string[] | null => {
  if (typeof test === 'string') return [test]
  if (!isObject(test) || Object.keys(test).length !== 1) return null
  const { $EQ, $IN } = test
  if (typeof $EQ === 'string') return [$EQ]
  return Array.isArray($IN) && $IN.every(one => typeof one === 'string') ? $IN : null
}

/** Results that are asked for in another way than by one list stay in the query. */
export function splitConditions(conditions: Body | null, entity: string): SplitConditions {
  const own = renamed(conditions ?? {}, ownName(entity)) as Body
  const parts = Array.isArray(own.$AND) && Object.keys(own).length === 1 ? (own.$AND as Body[]) : [own]
  let results: readonly string[] = []
  const rest: Body[] = []
  for (const part of parts) {
    const { [resultPath]: test, ...others } = part
    const named = test === undefined ? null : resultsOf(test)
    if (named && results.length === 0) results = named
    const left = named && results === named ? others : part
    if (Object.keys(left).length > 0) rest.push(left)
  }
  const [only = {}] = rest
  return { results, query: rest.length < 2 ? only : { $AND: rest } }
}

/** Null without any. */
export function joinedConditions({ results, query }: SplitConditions, entity: string): Body | null {
  const own = Object.keys(query).length === 0 ? [] : [renamed(query, fullName(entity)) as Body]
  const asked = results.length === 0 ? [] : [{ [resultPath]: { $IN: results } }]
  const all = [...asked, ...own]
  return all.length < 2 ? (all[0] ?? null) : { $AND: all }
}
