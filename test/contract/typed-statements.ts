// Statements that the compiler must refuse: each `@ts-expect-error` is itself an error where nothing is wrong.
import type { EntityTables } from '../../src/model/entity-tables.ts'
import { insertStatement } from '../../src/storage/schema/table-statements.ts'
import { type Args, type RowsOf, statementsOn } from '../../src/storage/statement.ts'
import { column, type RowOf, required, type TablesOf, table, tenant } from '../../src/storage/table.ts'

const bookTable = table({
  name: 'book',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    required('pages', 'integer', 0),
    column('lent', 'integer'),
    column('price', 'exact'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'lent', columns: ['db', 'lent'] }],
})

const statement = statementsOn<TablesOf<[typeof bookTable]> & EntityTables>()
type Key = { db: number; id: string }

export const accepted = {
  read: statement((db, p: Args<Key>) =>
    db.selectFrom('book').select(['id', 'pages', 'lent']).where('db', '=', p('db')).where('id', '=', p('id')),
  ),
  add: insertStatement(bookTable, ['pages', 'lent']),
  lend: statement((db, p: Args<Key & { now: number }>) =>
    db
      .updateTable('book')
      .set({ lent: p('now') })
      .where('db', '=', p('db'))
      .where('id', '=', p('id')),
  ),
}

/** A row has the types of its columns. */
export const row: RowsOf<typeof accepted.read> = { id: 'a', pages: 1, lent: null }
export const whole: RowOf<typeof bookTable> = { db: 1, id: 'a', pages: 1, lent: null }

export const refused = [
  // @ts-expect-error: a misspelt table
  statement((db, p: Args<Key>) => db.selectFrom('bok').selectAll().where('id', '=', p('id'))),
  // @ts-expect-error: a misspelt column in a condition
  statement((db, p: Args<Key>) => db.selectFrom('book').selectAll().where('idd', '=', p('id'))),
  // @ts-expect-error: a misspelt column in a select list
  statement(db => db.selectFrom('book').select(['id', 'page'])),
  // @ts-expect-error: a misspelt column in an order
  statement(db => db.selectFrom('book').select('id').orderBy('borrowed')),
  // @ts-expect-error: a misspelt column in an update
  statement((db, p: Args<Key>) => db.updateTable('book').set({ lend: 1 }).where('id', '=', p('id'))),
  // @ts-expect-error: a column of an entity's table that is not declared
  statement(db => db.selectFrom('user').select('e_mail')),
  // @ts-expect-error: a misspelt argument
  statement((db, p: Args<Key>) => db.selectFrom('book').selectAll().where('id', '=', p('key'))),
  // @ts-expect-error: an argument of another type than its column
  statement((db, p: Args<{ id: number }>) => db.selectFrom('book').selectAll().where('id', '=', p('id'))),
  // @ts-expect-error: an insert without a column that needs a value
  statement((db, p: Args<Key>) => db.insertInto('book').values({ id: p('id') })),
  // @ts-expect-error: a column that the table does not have cannot be left out
  insertStatement(bookTable, ['page']),
]

export const misdeclared = [
  // @ts-expect-error: a key of a column that is not there
  table({ name: 'a', scope: 'global', columns: [required('id', 'text')], primaryKey: ['key'] }),
  table({
    name: 'b',
    scope: 'global',
    columns: [required('id', 'text')],
    primaryKey: ['id'],
    // @ts-expect-error: an index on a column that is not there
    indexes: [{ name: 'x', columns: ['x'] }],
  }),
]

// @ts-expect-error: null in a column that takes none
export const nothing: RowOf<typeof bookTable> = { db: 1, id: null, pages: 1, lent: null }
// @ts-expect-error: rows are not of whatever type is claimed
export const claimed: { id: number } = row
