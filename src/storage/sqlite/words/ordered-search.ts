// Searches the word index in the order of identifiers, which is that of docids, or in that of names, which the index stores.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NamedSearch, OrderedSearch } from '../../dialect.ts'
import { stoppable } from '../sql/functions.ts'
import { matchExpression } from './match-expression.ts'

const index = (table: string) => sql.table(`${table}_words`)
const number = (table: string) => sql`${index(table)}.rowid`

/** CROSS JOIN fixes the order of the join: the words are found first, then the row of the docid. */
const lead = (table: string): RawBuilder<unknown> => sql`${index(table)} cross join `
const found = (table: string, docid: Expression<unknown>, prefixes: unknown): RawBuilder<unknown> =>
  sql`${index(table)} match ${matchExpression(table, prefixes)} and ${docid} = ${number(table)}`

export const sqliteOrderedSearch: OrderedSearch = {
  within: () => [],
  formOf: () => 'any',
  // The search stops at the limit.
  lead: table => sql`${lead(table)}${sql.table(`${table}_doc`)} as d cross join `,
  matches: (table, alias, prefixes) => [
    sql<SqlBool>`(${found(table, sql`d.doc`, prefixes)} and ${sql.ref(`${alias}.id`)} = d.id)`,
  ],
  order: number,
  // When no record has the id or one before it, all records come after it.
  beyond(table, id, descending) {
    const doc = sql.table(`${table}_doc`)
    return [
      descending
        ? sql<SqlBool>`${number(table)} < ifnull((select doc from ${doc} where id >= ${id} order by id limit 1), 9223372036854775807)`
        : sql<SqlBool>`${number(table)} > ifnull((select doc from ${doc} where id <= ${id} order by id desc limit 1), -9223372036854775807)`,
    ]
  },
}

export const sqliteNamedSearch: NamedSearch = {
  entries: table => `${table}_doc`,
  lead,
  matches: (table, alias, prefixes) =>
    sql<SqlBool>`(${found(table, sql.ref(`${alias}.doc`), prefixes)} and ${stoppable})`,
  noLimit: sql`-1`,
  // Joins are nested loops, so the rows of a cross join come in the order of its first table.
  lostByJoin: () => [],
}
