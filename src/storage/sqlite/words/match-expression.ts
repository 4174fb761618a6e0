// What FTS5 is asked for: whole words where it can be, since it gives their records one by one.
import { type RawBuilder, sql } from 'kysely'

/** A prefix that more words begin with is left to FTS5, which gathers all their records before it gives the first. */
const mostWords = 32

/** Follows all that a text goes on with: no text has this byte. */
const afterAll = sql`cast(x'ff' as text)`

/**
 * The expression for lists of prefixes, which come as JSON: all of one list, or all of another. The vocabulary turns a
 * prefix into the words that begin with it. It has either all of them or none, but for the prefix that is empty.
 */
export function matchExpression(table: string, prefixes: unknown): RawBuilder<string> {
  const begins = sql`word >= p.value and word < p.value || ${afterAll}`
  const words = sql`select word from ${sql.table(`${table}_vocabulary`)} where ${begins} limit ${sql.lit(mostWords + 1)}`
  const listed = sql`count(*) between 1 and ${sql.lit(mostWords)} and substr(p.value, -1) <> '_'`
  const asked = sql`select case when ${listed} then group_concat('"' || word || '"', ' OR ') else '"' || p.value || '" *' end from (${words})`
  const every = sql`select group_concat('(' || (${asked}) || ')', ' AND ') from json_each(l.value) as p`
  return sql<string>`(select group_concat('(' || (${every}) || ')', ' OR ') from json_each(${prefixes}) as l)`
}
