// The strategy `phrase-in-name-order`: the word index has the names of records, and sorts its hits before a record is read.
import { type SqlBool, sql } from 'kysely'
import { all } from '../../combine.ts'
import { Order, type OrderKey, orderBy } from '../order.ts'
import { dbPlaceholder, limitPlaceholder } from '../placeholders.ts'
import { SqlScope, selectList } from '../sql-scope.ts'
import { type Finder, planSelect } from './plan-select.ts'
import type { Strategy } from './strategy.ts'

/**
 * For a $PHRASE whose hits are needed in the order of names, beside conditions without a selective index. The rows of records are long
 * and scattered on the disk, so only those of the page are read. All hits are gathered first, which takes long for a common word: the
 * plan starts among the slow reads.
 */
export const phraseInNameOrder: Strategy = {
  name: 'phrase-in-name-order',
  applies: ({ leading }) => leading?.by === 'name',
  isQuick: () => false,
  plan: (read, problems) =>
    planSelect(read, problems, {
      finder: ({ scope, open }) => finderOf(read.shape.entity.entity.table, scope, read.keys, open),
      joinsLast: true,
    }),
}

/** `open`: no other condition excludes hits, so that a page of them is enough. */
function finderOf(table: string, scope: SqlScope, keys: readonly OrderKey[], open: boolean): Finder {
  const search = scope.statement.dialect.search.byName
  const entries = new SqlScope(scope.statement, search.entries(table))
  entries.leadBy(search.lead(table), scope.ledBy)
  const order = new Order(keys, entries, { foundFirst: true, selective: true })
  const own = sql<SqlBool>`${entries.own('db')} = ${dbPlaceholder}`
  const matching = search.matches(table, entries.root, scope.ledBy)
  const sortedAgain = (segment: number) => search.lostByJoin(order.sorting(segment))
  return {
    lead: (segment, nulls) => {
      const where = all([own, matching, nulls && order.after(segment, nulls)])
      const sorted = sql`order by ${order.by(segment)} limit ${open ? limitPlaceholder : search.noLimit}`
      const columns = selectList(sortedAgain(segment).map(({ x }) => x))
      const selected = sortedAgain(segment).length === 0 ? sql`` : sql`, ${columns}`
      return sql`(select ${entries.own('id')} as "id"${selected} from ${entries.from()} where ${where} ${sorted}) as "hit" cross join `
    },
    conditions: () => [sql<SqlBool>`${scope.own('id')} = "hit"."id"`],
    by: segment => {
      const keys = sortedAgain(segment).map(({ descending }, i) => ({ x: sql.ref(`hit.c${i}`), descending }))
      return keys.length === 0 ? sql`` : sql` order by ${orderBy(keys)}`
    },
  }
}
