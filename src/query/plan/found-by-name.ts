// Leads a select to the records that a phrase finds, in the order of their names, which the word index has.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NamedSearch } from '../../storage/dialect.ts'
import { all, type SqlCondition } from '../combine.ts'
import { Order, type OrderKey } from './order.ts'
import { dbPlaceholder, limitPlaceholder } from './placeholders.ts'
import { SqlScope } from './sql-scope.ts'

interface FoundByName {
  /** Stands before the table in FROM. The engine takes its rows in their order, so that the select needs none. */
  lead(segment: number, nulls: readonly boolean[] | null): RawBuilder<unknown>
  readonly on: SqlCondition
}

const unlimited = sql.lit(-1)

/** `open`: the select leaves out none of the records that it is led to, so that a page of them is enough. */
export function foundByName(
  search: NamedSearch,
  table: string,
  scope: SqlScope,
  keys: readonly OrderKey[],
  open: boolean,
): FoundByName {
  const entries = new SqlScope(scope.statement, search.entries(table))
  entries.leadBy(search.lead(table), scope.ledBy)
  const order = new Order(keys, entries, { picked: true, selective: true })
  const own = sql<SqlBool>`${entries.own('db')} = ${dbPlaceholder}`
  const matching = search.matches(table, entries.root, scope.ledBy)
  return {
    lead: (segment, nulls) => {
      const where = all([own, matching, nulls && order.after(segment, nulls)])
      const sorted = sql`order by ${order.by(segment)} limit ${open ? limitPlaceholder : unlimited}`
      return sql`(select ${entries.own('id')} as "id" from ${entries.from()} where ${where} ${sorted}) as "hit" cross join `
    },
    on: sql<SqlBool>`${scope.own('id')} = "hit"."id"`,
  }
}
