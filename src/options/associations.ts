// Writes the associations between products and categories.
import { type ModelTables, productCategoryTable } from '../model/tables.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { ListRef } from './list-rows.ts'

const statement = statementsOn<ModelTables>()

const insert = insertStatement(productCategoryTable)
const removeBy = (column: 'product' | 'category') =>
  statement((db, p: Args<{ db: number; items: readonly number[] }>, dialect) =>
    db
      .deleteFrom('product_category')
      .where('db', '=', p('db'))
      .where(eb => dialect.inList(eb.ref(column), p('items'), 'integer')),
  )
const remove = { product: removeBy('product'), category: removeBy('category') }

/** Replaces all associations of a product. */
export async function setAssociations(place: ListRef, product: number, categories: readonly number[]): Promise<void> {
  const { tx, dialect, db } = place
  await dropAssociations(place, 'product', [product])
  for (const [position, category] of categories.entries())
    tx.defer(insert(dialect, { db, product, category, position }))
}

export async function dropAssociations(
  { tx, dialect, db }: ListRef,
  column: 'product' | 'category',
  items: readonly number[],
): Promise<void> {
  if (items.length > 0) await tx.run(remove[column](dialect, { db, items }))
}
