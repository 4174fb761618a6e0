// Writes the associations between products and categories.
import { sql } from 'kysely'
import { compile } from '../storage/statement.ts'
import type { ListPlace } from './list-rows.ts'

/** Replaces all associations of a product. */
export async function setAssociations(place: ListPlace, product: number, categories: readonly number[]): Promise<void> {
  const { tx, dialect, db } = place
  await dropAssociations(place, 'product', [product])
  if (categories.length === 0) return
  const rows = categories.map((category, position) => ({ db, product, category, position }))
  await tx.run(compile(dialect.builder.insertInto('product_category').values(rows)))
}

export async function dropAssociations(
  { tx, dialect, db }: ListPlace,
  column: 'product' | 'category',
  items: readonly number[],
): Promise<void> {
  if (items.length === 0) return
  const query = dialect.builder
    .deleteFrom('product_category')
    .where('db', '=', db)
    .where(dialect.inList(sql.ref(column), items, 'integer'))
  await tx.run(compile(query))
}
