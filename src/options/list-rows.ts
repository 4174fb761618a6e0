// Reads, locks and writes the rows of an option list inside a transaction.
import { sql } from 'kysely'
import { fold } from '../base/text/fold.ts'
import { type ModelTables, optionItemTable } from '../model/tables.ts'
import type { Dialect } from '../storage/dialect.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Tx } from '../storage/store.ts'
import type { RowOf } from '../storage/table.ts'

const statement = statementsOn<ModelTables>()

/** A list of one database, within one transaction. */
export interface ListRef {
  readonly tx: Tx
  readonly dialect: Dialect
  readonly db: number
  readonly list: string
}

export type ListItem = Omit<RowOf<typeof optionItemTable>, 'db' | 'list' | 'name_f'>

const seedCounter = statement((db, p: Args<{ db: number; name: string; list: string }>) =>
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
const lockCounter = statement((db, p: Args<{ db: number; name: string }>, dialect) =>
  db
    .selectFrom('counter')
    .select('value')
    .where('db', '=', p('db'))
    .where('name', '=', p('name'))
    .modifyEnd(dialect.lock('update')),
)
const setCounter = statement((db, p: Args<{ db: number; name: string; value: number }>) =>
  db
    .updateTable('counter')
    .set({ value: p('value') })
    .where('db', '=', p('db'))
    .where('name', '=', p('name')),
)
const listItems = statement((db, p: Args<{ db: number; list: string }>) =>
  db
    .selectFrom('option_item')
    .select(['item', 'name', 'position', 'inactive', 'extra'])
    .where('db', '=', p('db'))
    .where('list', '=', p('list'))
    .orderBy('position')
    .orderBy('item'),
)

const lockOf = (mode: 'share' | 'update') =>
  statement((db, p: Args<{ db: number; list: string; items: readonly number[] }>, dialect) =>
    db
      .selectFrom('option_item')
      .select('item')
      .where('db', '=', p('db'))
      .where('list', '=', p('list'))
      .where(eb => dialect.inList(eb.ref('item'), p('items'), 'integer'))
      .orderBy('item')
      .modifyEnd(dialect.lock(mode)),
  )
const lockedItems = { share: lockOf('share'), update: lockOf('update') }
const insertRow = insertStatement(optionItemTable)
const changeRow = statement((db, p: Args<RowOf<typeof optionItemTable>>) =>
  db
    .updateTable('option_item')
    .set({
      name: p('name'),
      name_f: p('name_f'),
      position: p('position'),
      inactive: p('inactive'),
      extra: p('extra'),
    })
    .where('db', '=', p('db'))
    .where('list', '=', p('list'))
    .where('item', '=', p('item')),
)
const removeRows = statement((db, p: Args<{ db: number; list: string; items: readonly number[] }>, dialect) =>
  db
    .deleteFrom('option_item')
    .where('db', '=', p('db'))
    .where('list', '=', p('list'))
    .where(eb => dialect.inList(eb.ref('item'), p('items'), 'integer')),
)

export const counterOf = (list: string): string => `option:${list}`

/** Serializes edits of a list, and returns the highest key that the list ever had. */
export async function lockList({ tx, dialect, db, list }: ListRef): Promise<number> {
  const name = counterOf(list)
  await tx.run(seedCounter(dialect, { db, name, list }))
  const [row] = await tx.rows(lockCounter(dialect, { db, name }))
  return row?.value ?? 0
}

export const rememberHighest = ({ tx, dialect, db, list }: ListRef, value: number): Promise<number> =>
  tx.run(setCounter(dialect, { db, name: counterOf(list), value }))

export const readItemsOf = ({ tx, dialect, db, list }: ListRef): Promise<ListItem[]> =>
  tx.rows(listItems(dialect, { db, list }))

/** Locks items against writers that would select them (`update`), or against edits that would remove them (`share`). */
export async function lockItems(
  { tx, dialect, db, list }: ListRef,
  items: readonly number[],
  mode: 'share' | 'update',
): Promise<Set<number>> {
  if (items.length === 0) return new Set()
  const rows = await tx.rows(lockedItems[mode](dialect, { db, list, items }))
  return new Set(rows.map(row => row.item))
}

export const insertItem = ({ tx, dialect, db, list }: ListRef, row: ListItem): Promise<number> =>
  tx.run(insertRow(dialect, { db, list, ...row, name_f: fold(row.name) }))

export const changeItem = ({ tx, dialect, db, list }: ListRef, row: ListItem): Promise<number> =>
  tx.run(changeRow(dialect, { db, list, ...row, name_f: fold(row.name) }))

export async function removeItems({ tx, dialect, db, list }: ListRef, items: readonly number[]): Promise<void> {
  if (items.length > 0) await tx.run(removeRows(dialect, { db, list, items }))
}
