// Searches the word index in the order of identifiers, which is the order of docids, and in that of names, which it has too.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NamedSearch, OrderedSearch } from '../../dialect.ts'
import { stoppable } from '../sql/functions.ts'
import { matchExpression } from './match-expression.ts'

const index = (table: string) => sql.table(`${table}_words`)
const number = (table: string) => sql`${index(table)}.rowid`

/** The words are found first, and lead to the row of the docid. CROSS JOIN fixes this order. */
const lead = (table: string): RawBuilder<unknown> => sql`${index(table)} cross join `
const found = (table: string, docid: Expression<unknown>, prefixes: unknown): RawBuilder<unknown> =>
  sql`${index(table)} match ${matchExpression(table, prefixes)} and ${docid} = ${number(table)}`

export const sqliteOrderedSearch: OrderedSearch = {
  within: () => null,
  // The search stops at the limit.
  lead: table => sql`${lead(table)}${sql.table(`${table}_doc`)} as d cross join `,
  matches: (table, alias, prefixes) =>
    sql<SqlBool>`(${found(table, sql`d.doc`, prefixes)} and ${sql.ref(`${alias}.id`)} = d.id)`,
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
  lead,
  matches: (table, alias, prefixes) =>
    sql<SqlBool>`(${found(table, sql.ref(`${alias}.doc`), prefixes)} and ${stoppable})`,
  noLimit: sql`-1`,
}
