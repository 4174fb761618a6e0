// Reads, locks and writes the rows of an option list inside a transaction.
import { sql } from 'kysely'
import { fold } from '../base/fold.ts'
import type { Dialect } from '../storage/dialect.ts'
import { compile, statement } from '../storage/statement.ts'
import type { Tx } from '../storage/store.ts'

/** A list of one database, within one transaction. */
export interface ListPlace {
  readonly tx: Tx
  readonly dialect: Dialect
  readonly db: number
  readonly list: string
}

export interface ListItem {
  readonly item: number
  readonly name: string
  readonly position: number
  readonly inactive: number
  readonly extra: string | null
}

const seedCounter = statement<{ db: number; name: string; list: string }>((db, p) =>
  db
    .insertInto('counter')
    .columns(['db', 'name', 'value'])
    .expression(
      db
        .selectFrom('option_item')
        .select(eb => [
          sql<number>`${p('db')}`.as('db'),
          sql<string>`${p('name')}`.as('name'),
          eb.fn.coalesce(eb.fn.max('item'), sql<number>`0`).as('value'),
        ])
        .where('db', '=', p('db'))
        .where('list', '=', p('list')),
    )
    .onConflict(c => c.doNothing()),
)
const lockCounter = statement<{ db: number; name: string }>((db, p, dialect) =>
  db
    .selectFrom('counter')
    .select('value')
    .where('db', '=', p('db'))
    .where('name', '=', p('name'))
    .modifyEnd(dialect.lock('update')),
)
const setCounter = statement<{ db: number; name: string; value: number }>((db, p) =>
  db
    .updateTable('counter')
    .set({ value: p('value') })
    .where('db', '=', p('db'))
    .where('name', '=', p('name')),
)
const listItems = statement<{ db: number; list: string }>((db, p) =>
  db
    .selectFrom('option_item')
    .select(['item', 'name', 'position', 'inactive', 'extra'])
    .where('db', '=', p('db'))
    .where('list', '=', p('list'))
    .orderBy('position')
    .orderBy('item'),
)

const counterOf = (list: string): string => `option:${list}`

/** Serializes edits of a list, and returns the highest key that the list ever had. */
export async function lockList({ tx, dialect, db, list }: ListPlace): Promise<number> {
  const name = counterOf(list)
  await tx.run(seedCounter(dialect, { db, name, list }))
  const [row] = await tx.rows<{ value: number }>(lockCounter(dialect, { db, name }))
  return row?.value ?? 0
}

export const rememberHighest = ({ tx, dialect, db, list }: ListPlace, value: number): Promise<number> =>
  tx.run(setCounter(dialect, { db, name: counterOf(list), value }))

export const readItemsOf = ({ tx, dialect, db, list }: ListPlace): Promise<ListItem[]> =>
  tx.rows<ListItem>(listItems(dialect, { db, list }))

/** Locks items against writers that would select them (`update`), or against edits that would remove them (`share`). */
export async function lockItems(
  { tx, dialect, db, list }: ListPlace,
  items: readonly number[],
  mode: 'share' | 'update',
): Promise<Set<number>> {
  if (items.length === 0) return new Set()
  const query = dialect.builder
    .selectFrom('option_item')
    .select('item')
    .where('db', '=', db)
    .where('list', '=', list)
    .where(dialect.inList(sql.ref('item'), items, 'integer'))
    .orderBy('item')
    .modifyEnd(dialect.lock(mode))
  return new Set((await tx.rows<{ item: number }>(compile(query))).map(row => row.item))
}

export const insertItem = ({ tx, dialect, db, list }: ListPlace, row: ListItem): Promise<number> =>
  tx.run(compile(dialect.builder.insertInto('option_item').values({ db, list, ...row, name_f: fold(row.name) })))

export function changeItem({ tx, dialect, db, list }: ListPlace, { item, ...row }: ListItem): Promise<number> {
  const query = dialect.builder
    .updateTable('option_item')
    .set({ ...row, name_f: fold(row.name) })
    .where('db', '=', db)
    .where('list', '=', list)
    .where('item', '=', item)
  return tx.run(compile(query))
}

export async function removeItems({ tx, dialect, db, list }: ListPlace, items: readonly number[]): Promise<void> {
  if (items.length === 0) return
  const query = dialect.builder
    .deleteFrom('option_item')
    .where('db', '=', db)
    .where('list', '=', list)
    .where(dialect.inList(sql.ref('item'), items, 'integer'))
  await tx.run(compile(query))
}
