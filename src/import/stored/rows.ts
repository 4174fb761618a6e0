// Holds the statements on the outcomes of rows, and on what identifies them.
import { sql } from 'kysely'
import type { Dialect } from '../../storage/dialect.ts'
import { insertMany } from '../../storage/schema/insert-many.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Tx } from '../../storage/store.ts'
import type { RowOf } from '../../storage/table.ts'
import { type ImportTables, importIdentityTable, importRowTable } from '../tables.ts'

const statement = statementsOn<ImportTables>()

export type StoredRow = RowOf<typeof importRowTable>

type OfImport = { db: number; import: string }
type Range = OfImport & { from: number; to: number }

export const rowsBetween = statement((db, p: Args<Range>) =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('row', '>=', p('from'))
    .where('row', '<=', p('to'))
    .orderBy('row'),
)

export const rowsAfter = statement((db, p: Args<OfImport & { after: number; most: number }>) =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('row', '>', p('after'))
    .orderBy('row')
    .limit(p('most')),
)

export const rowsOfOutcome = statement((db, p: Args<OfImport & { outcome: string; after: number; most: number }>) =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('outcome', '=', p('outcome'))
    .where('row', '>', p('after'))
    .orderBy('row')
    .limit(p('most')),
)

export const rowsOfRecords = statement((db, p: Args<OfImport & { records: readonly string[] }>, dialect) =>
  db
    .selectFrom('import_row')
    .select(['row', 'rank', 'record'])
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where(dialect.inList(sql.ref('record'), p('records'), 'text')),
)

/** The records of rows, by the order in which these were written. */
export const recordsOfRows = statement((db, p: Args<OfImport & { rows: readonly number[] }>, dialect) =>
  db
    .selectFrom('import_row')
    .select(['rank', 'record'])
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where(dialect.inList(sql.ref('row'), p('rows'), 'integer'))
    .where('record', 'is not', null),
)

export const removeRows = statement((db, p: Args<OfImport & { rows: readonly number[] }>, dialect) =>
  db
    .deleteFrom('import_row')
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where(dialect.inList(sql.ref('row'), p('rows'), 'integer')),
)

export const removeRowsUpTo = statement((db, p: Args<OfImport & { to: number }>) =>
  db.deleteFrom('import_row').where('db', '=', p('db')).where('import', '=', p('import')).where('row', '<=', p('to')),
)

export const setVersions = statement((db, p: Args<OfImport & { record: string; version: number }>) =>
  db
    .updateTable('import_row')
    .set({ version: p('version') })
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('record', '=', p('record'))
    .where('version', 'is not', null),
)

export const latestVersion = statement((db, p: Args<OfImport & { record: string }>) =>
  db
    .selectFrom('import_row')
    .select(eb => eb.fn.max('version').as('version'))
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('record', '=', p('record')),
)

export const ranksOf = statement((db, p: Args<OfImport & { kind: string; values: readonly string[] }>, dialect) =>
  db
    .selectFrom('import_identity')
    .select(['value', 'rank'])
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('kind', '=', p('kind'))
    .where(dialect.inList(sql.ref('value'), p('values'), 'text'))
    .orderBy('rank')
    .limit(sql.lit(20_000)),
)

/** Removes a batch; a later call removes the next one. */
export const removeIdentities = statement((db, p: Args<OfImport>) =>
  db
    .deleteFrom('import_identity')
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('value', 'in', eb =>
      eb
        .selectFrom('import_identity')
        .select('value')
        .where('db', '=', p('db'))
        .where('import', '=', p('import'))
        .limit(sql.lit(2_000)),
    ),
)

export const insertRows = (tx: Tx, dialect: Dialect, rows: readonly StoredRow[]): Promise<void> =>
  insertMany(tx, dialect, importRowTable, rows)

export const insertIdentities = (
  tx: Tx,
  dialect: Dialect,
  rows: readonly RowOf<typeof importIdentityTable>[],
): Promise<void> => insertMany(tx, dialect, importIdentityTable, rows)
