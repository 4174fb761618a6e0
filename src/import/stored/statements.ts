// Holds the SQL statements on imports and their mappings.
import { sql } from 'kysely'
import { insertStatement } from '../../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { RowOf } from '../../storage/table.ts'
import { type ImportTables, importChunkTable, importMappingTable, importTable } from '../tables.ts'

const statement = statementsOn<ImportTables>()

export type ImportRow = RowOf<typeof importTable>

type One = { db: number; id: string }

export const insertImport = insertStatement(importTable, [
  ...(['mapping', 'holder', 'digest', 'rows', 'facts', 'columns', 'counts', 'plan_counts'] as const),
  ...(['problems', 'left', 'position', 'held_until'] as const),
])
export const insertChunk = insertStatement(importChunkTable)

export const importById = statement((db, p: Args<One>) =>
  db.selectFrom('import').selectAll().where('db', '=', p('db')).where('id', '=', p('id')),
)

export const importsOfUser = statement((db, p: Args<{ db: number; uid: string; all: number; most: number }>) =>
  db
    .selectFrom('import')
    .selectAll()
    .where('db', '=', p('db'))
    .where(eb => eb.or([eb('uid', '=', p('uid')), eb(sql<number>`cast(${p('all')} as integer)`, '=', 1)]))
    .where('status', '!=', 'uploading')
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(p('most')),
)

export const begunImport = statement((db, p: Args<{ db: number; uid: string; digest: string; entity: string }>) =>
  db
    .selectFrom('import')
    .select('id')
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('digest', '=', p('digest'))
    .where('entity', '=', p('entity'))
    .where('status', 'in', ['uploaded', 'planning', 'planned', 'committing'])
    .orderBy('created', 'desc')
    .limit(1),
)

export const countOfUser = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('import')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid')),
)

export const completeUpload = statement(
  (
    db,
    p: Args<
      One & {
        size: number
        rows: number
        facts: string
        columns: string
        digest: string
        changed: number
        expires: number
      }
    >,
  ) =>
    db
      .updateTable('import')
      .set({
        status: 'uploaded',
        size: p('size'),
        rows: p('rows'),
        facts: p('facts'),
        columns: p('columns'),
        digest: p('digest'),
        changed: p('changed'),
        expires: p('expires'),
      })
      .where('db', '=', p('db'))
      .where('id', '=', p('id')),
)

export const removeChunks = statement((db, p: Args<{ db: number; import: string; to: number }>) =>
  db
    .deleteFrom('import_chunk')
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('first', '<=', p('to')),
)

export const removeImport = statement((db, p: Args<One>) =>
  db.deleteFrom('import').where('db', '=', p('db')).where('id', '=', p('id')),
)

/** Begins a phase. `from` and `or` are the states in which that is possible; another request may have been first. */
export const beginPhase = statement(
  (
    db,
    p: Args<
      One & {
        status: string
        from: readonly string[]
        mapping: string | null
        counts: string
        position: number
        changed: number
      }
    >,
    dialect,
  ) =>
    db
      .updateTable('import')
      .set({
        status: p('status'),
        mapping: p('mapping'),
        counts: p('counts'),
        changed: p('changed'),
        position: p('position'),
        problems: '[]',
        left: '[]',
        holder: null,
        held_until: 0,
      })
      .where('db', '=', p('db'))
      .where('id', '=', p('id'))
      .where(dialect.inList(sql.ref('status'), p('from'), 'text')),
)

/** Imports that some process has to work on, those that no process holds first. */
export const workingImports = statement(
  db =>
    db
      .selectFrom('import')
      .select(['db', 'id', 'holder', 'held_until'])
      .where('status', 'in', ['planning', 'committing', 'undoing'])
      .orderBy('held_until')
      .limit(50),
  { allTenants: true },
)

/** `before`: a holder that has ended, or the process itself, whose release may have failed. */
export const holdImport = statement(
  (db, p: Args<One & { holder: string; before: string; until: number; now: number }>) =>
    db
      .updateTable('import')
      .set({ holder: p('holder'), held_until: p('until') })
      .where('db', '=', p('db'))
      .where('id', '=', p('id'))
      .where('status', 'in', ['planning', 'committing', 'undoing'])
      .where(eb => eb.or([eb('held_until', '<', p('now')), eb('holder', '=', p('before'))])),
)

/** Extends the lease during a long step. */
export const renewLease = statement((db, p: Args<One & { holder: string; until: number }>) =>
  db
    .updateTable('import')
    .set({ held_until: p('until') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('holder', '=', p('holder')),
)

export const releaseImport = statement((db, p: Args<One & { holder: string }>) =>
  db
    .updateTable('import')
    .set({ held_until: 0 })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('holder', '=', p('holder')),
)

/** Records the progress of a phase; changes no row when this process has lost its lease. */
export const advanceImport = statement(
  (
    db,
    p: Args<
      One & {
        holder: string
        status: string
        from: number
        position: number
        next: string
        counts: string
        plan: string
        left: string
        until: number
        changed: number
      }
    >,
  ) =>
    db
      .updateTable('import')
      .set({
        position: p('position'),
        status: p('next'),
        counts: p('counts'),
        plan_counts: p('plan'),
        left: p('left'),
        held_until: p('until'),
        changed: p('changed'),
      })
      .where('db', '=', p('db'))
      .where('id', '=', p('id'))
      .where('holder', '=', p('holder'))
      .where('status', '=', p('status'))
      .where('position', '=', p('from')),
)

export const failImport = statement((db, p: Args<One & { holder: string; problems: string; changed: number }>) =>
  db
    .updateTable('import')
    .set({ status: 'failed', problems: p('problems'), changed: p('changed'), held_until: 0 })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('holder', '=', p('holder')),
)

export const expiredImports = statement(
  (db, p: Args<{ now: number }>) =>
    db.selectFrom('import').select(['db', 'id', 'rows']).where('expires', '<', p('now')).limit(20),
  { allTenants: true },
)

type SavedName = { db: number; uid: string; name: string }

export const savedMappings = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('import_mapping')
    .select(['name', 'body'])
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .orderBy('name_f'),
)
export const savedMapping = statement((db, p: Args<SavedName>) =>
  db
    .selectFrom('import_mapping')
    .select(['name', 'body'])
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('name_f', '=', p('name')),
)
export const removeMapping = statement((db, p: Args<SavedName>) =>
  db.deleteFrom('import_mapping').where('db', '=', p('db')).where('uid', '=', p('uid')).where('name_f', '=', p('name')),
)
export const insertMapping = insertStatement(importMappingTable)
