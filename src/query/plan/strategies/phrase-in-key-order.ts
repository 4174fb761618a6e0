// The strategy `phrase-in-key-order`: the word index is read in the order of keys, as far as the page needs.
import { sql } from 'kysely'
import type { Placeholder } from '../../../storage/statements/placeholder.ts'
import { all, type SqlCondition } from '../../combine.ts'
import type { LeadingPhrase } from '../leading-phrase.ts'
import { type Order, orderBy } from '../order.ts'
import { type Binding, dbPlaceholder, limitPlaceholder, pagePlaceholder } from '../placeholders.ts'
import type { SqlScope } from '../sql-scope.ts'
import { type Finder, planSelect } from './plan-select.ts'
import { isServedByIndex, type ReadFacts } from './read-facts.ts'
import type { Strategy } from './strategy.ts'

/**
 * For a $PHRASE whose hits are needed in the order of keys, beside conditions without a selective index. A common word has very many
 * hits; gathering and sorting all of them would take longer the more records there are.
 *
 * SQLite: FTS5 returns docids in ascending order, which is the order of keys, so the statement stops at its limit. PostgreSQL: a
 * recursive query reads the postings of the rarest word in chunks until it has enough records.
 */
export const phraseInKeyOrder: Strategy = {
  name: 'phrase-in-key-order',
  applies: ({ leading }) => leading?.by === 'key',
  isQuick: read => isServedByIndex(read, (read.leading as LeadingPhrase).phrase),
  plan: (read, problems) => planSelect(read, problems, { finder: ({ scope }, order) => finderOf(read, scope, order) }),
}

function finderOf({ shape, keys }: ReadFacts, scope: SqlScope, order: Order): Finder {
  const { inOrder } = shape.dialect.search
  const { table } = shape.entity.entity
  const descending = keys[0]?.descending ?? false
  const last = pagePlaceholder(0, false)
  const prefixes = scope.ledBy as Placeholder<Binding>
  return {
    lead: () => sql``,
    formOf: binding => inOrder.formOf(prefixes.read(binding)),
    conditions: (segment, nulls, { others, form }) => {
      const after = nulls ? [order.after(segment, nulls), ...inOrder.beyond(table, last, descending)] : []
      const within = inOrder.within({
        table,
        alias: scope.root,
        prefixes,
        db: dbPlaceholder,
        from: scope.from(),
        where: all([...others, ...after]) as SqlCondition,
        after: nulls ? last : null,
        limit: limitPlaceholder,
        descending,
        form,
      })
      return [...after, ...within]
    },
    by: () => sql` order by ${orderBy([{ x: inOrder.order(table, scope.root), descending }])}`,
  }
}
