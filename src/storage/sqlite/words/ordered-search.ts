// Searches the word index in the order of identifiers, which is the order of docids, and in that of names, which it has too.
import { type SqlBool, sql } from 'kysely'
import type { NamedSearch, OrderedSearch } from '../../dialect.ts'
import { stoppable } from '../sql/functions.ts'
import { matchExpression } from './match-expression.ts'

const number = (table: string) => sql`${sql.table(`${table}_words`)}.rowid`

export const sqliteOrderedSearch: OrderedSearch = {
  within: () => null,
  // CROSS JOIN fixes the join order: the words come first, and the search stops at the limit.
  lead: table => sql`${sql.table(`${table}_words`)} cross join ${sql.table(`${table}_doc`)} as d cross join `,
  matches: (table, alias, prefixes) =>
    sql<SqlBool>`(${sql.table(`${table}_words`)} match ${matchExpression(table, prefixes)} and d.doc = ${number(table)} and ${sql.ref(`${alias}.id`)} = d.id)`,
  order: number,
  // When no record has the id or one before it, all records come after it.
  beyond(table, id, descending) {
    const doc = sql.table(`${table}_doc`)
    return descending
      ? sql<SqlBool>`${number(table)} < ifnull((select doc from ${doc} where id >= ${id} order by id limit 1), 9223372036854775807)`
      : sql<SqlBool>`${number(table)} > ifnull((select doc from ${doc} where id <= ${id} order by id desc limit 1), -9223372036854775807)`
  },
}

export const sqliteNamedSearch: NamedSearch = {
  entries: table => `${table}_doc`,
  lead: table => sql`${sql.table(`${table}_words`)} cross join `,
  matches: (table, alias, prefixes) =>
    sql<SqlBool>`(${sql.table(`${table}_words`)} match ${matchExpression(table, prefixes)} and ${sql.ref(`${alias}.doc`)} = ${number(table)} and ${stoppable})`,
}
