// Joins conditions by AND and OR as balanced trees, which stay shallow for any number of conditions.
import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type SqlCondition = RawBuilder<SqlBool>

export const truth: SqlCondition = sql<SqlBool>`1 = 1`

/** SQLite refuses expressions deeper than 1,000 levels, and each operator of a chain is one level. */
const widest = 50

function joined(conditions: readonly SqlCondition[], word: RawBuilder<unknown>): SqlCondition {
  if (conditions.length === 1) return conditions[0] as SqlCondition
  if (conditions.length <= widest) return sql<SqlBool>`(${sql.join(conditions, word)})`
  const size = Math.max(widest, Math.ceil(conditions.length / widest))
  const groups: SqlCondition[] = []
  for (let i = 0; i < conditions.length; i += size) groups.push(joined(conditions.slice(i, i + size), word))
  return joined(groups, word)
}

/** Null when there is no condition. */
export const all = (conditions: readonly (SqlCondition | null)[]): SqlCondition | null => {
  const real = conditions.filter(c => c !== null)
  return real.length === 0 ? null : joined(real, sql` and `)
}

export const any = (conditions: readonly SqlCondition[]): SqlCondition => joined(conditions, sql` or `)
