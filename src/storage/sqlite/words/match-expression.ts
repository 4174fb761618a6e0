// Builds the FTS5 expression of a search, with prefixes expanded to whole words, whose records FTS5 returns one by one.
import { type RawBuilder, sql } from 'kysely'

/** A prefix of more words stays a prefix, for which FTS5 collects all records before it returns the first. */
const mostWords = 32

/** A byte that no text contains, so it sorts after every continuation of a prefix. */
const afterAll = sql`cast(x'ff' as text)`

/**
 * The expression for lists of prefixes in JSON: all prefixes of one list, or all of another. A text in JSON is an expression already. The vocabulary expands a
 * prefix to the words with that prefix. It has all of them or none, except for the empty prefix.
 */
export function matchExpression(table: string, prefixes: unknown): RawBuilder<string> {
  const begins = sql`word >= p.value and word < p.value || ${afterAll}`
  const words = sql`select word from ${sql.table(`${table}_vocabulary`)} where ${begins} limit ${sql.lit(mostWords + 1)}`
  const listed = sql`count(*) between 1 and ${sql.lit(mostWords)} and substr(p.value, -1) <> '_'`
  const terms = sql`select case when ${listed} then group_concat('"' || word || '"', ' OR ') else '"' || p.value || '" *' end from (${words})`
  const every = sql`select group_concat('(' || (${terms}) || ')', ' AND ') from json_each(l.value) as p`
  const lists = sql`select group_concat('(' || (${every}) || ')', ' OR ') from json_each(${prefixes}) as l`
  return sql<string>`(case when json_type(${prefixes}) = 'text' then ${prefixes} ->> '$' else (${lists}) end)`
}
