// Leads a select to the records that a phrase finds, in the order of their names, which the word index has.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { all, type SqlCondition } from '../combine.ts'
import { Order, type OrderKey, orderBy } from './order.ts'
import { dbPlaceholder, limitPlaceholder } from './placeholders.ts'
import { SqlScope, selectList } from './sql-scope.ts'

interface FoundByName {
  /** Stands before the table in FROM. */
  lead(segment: number, nulls: readonly boolean[] | null): RawBuilder<unknown>
  readonly on: SqlCondition
  /** The ORDER BY of the select, which has the order of the lead; empty where the engine keeps it by itself. */
  by(segment: number): RawBuilder<unknown>
}

/** `open`: the select leaves out none of the records that it is led to, so that a page of them is enough. */
export function foundByName(table: string, scope: SqlScope, keys: readonly OrderKey[], open: boolean): FoundByName {
  const { dialect } = scope.statement
  const search = dialect.search.byName
  const entries = new SqlScope(scope.statement, search.entries(table))
  entries.leadBy(search.lead(table), scope.ledBy)
  const order = new Order(keys, entries, { picked: true, selective: true })
  const own = sql<SqlBool>`${entries.own('db')} = ${dbPlaceholder}`
  const matching = search.matches(table, entries.root, scope.ledBy)
  return {
    lead: (segment, nulls) => {
      const where = all([own, matching, nulls && order.after(segment, nulls)])
      const sorted = sql`order by ${order.by(segment)} limit ${open ? limitPlaceholder : search.noLimit}`
      const columns = dialect.nestsJoins ? sql`` : sql`, ${selectList(order.sorting(segment).map(({ x }) => x))}`
      return sql`(select ${entries.own('id')} as "id"${columns} from ${entries.from()} where ${where} ${sorted}) as "hit" cross join `
    },
    on: sql<SqlBool>`${scope.own('id')} = "hit"."id"`,
    by: segment => {
      if (dialect.nestsJoins) return sql``
      const columns = order.sorting(segment).map(({ descending }, i) => ({ x: sql.ref(`hit.c${i}`), descending }))
      return sql` order by ${orderBy(columns)}`
    },
  }
}
