// Holds the SQL statements on the bytes of documents.
import type { NotNull } from 'kysely'
import { chunkTable, contentTable } from '../entities/document-content.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { Model } from '../model/model.ts'
import { RowAccess } from '../query/access.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, type RowsOf, statementsOn } from '../storage/statement.ts'
import type { TablesOf } from '../storage/table.ts'

const statement = statementsOn<EntityTables & TablesOf<[typeof contentTable, typeof chunkTable]>>()

/** The row of an upload whose bytes are still to come: no size, no tag, state pending. */
export const insertContent = insertStatement(contentTable, ['size', 'etag', 'received', 'used'])

export const insertChunk = insertStatement(chunkTable)

export const countReceived = statement((db, p: Args<{ db: number; id: string; received: number }>) =>
  db
    .updateTable('binary_content')
    .set({ received: p('received') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)

export const completeContent = statement((db, p: Args<{ db: number; id: string; size: number; etag: string }>) =>
  db
    .updateTable('binary_content')
    .set({ size: p('size'), etag: p('etag') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)

export const removeContent = statement((db, p: Args<{ db: number; id: string }>) =>
  db.deleteFrom('binary_content').where('db', '=', p('db')).where('id', '=', p('id')),
)

export const readChunk = statement((db, p: Args<{ db: number; content: string; seq: number }>) =>
  db
    .selectFrom('binary_chunk')
    .select('bytes')
    .where('db', '=', p('db'))
    .where('content', '=', p('content'))
    .where('seq', '=', p('seq')),
)

/** Access rules are declared in the entity files, so a model without user-defined fields has all of them. */
const model = new Model([])

const documentFor = (entity: string, table: 'document' | 'document_library', admin: boolean) =>
  statement((db, p: Args<{ db: number; id: string; uid: string; principals: readonly string[] }>, dialect) => {
    const query = db
      .selectFrom(`${table} as d`)
      .innerJoin('binary_content as c', join => join.onRef('c.db', '=', 'd.db').onRef('c.id', '=', 'd.content'))
      .select(['d.name', 'd.ext', 'c.id as content', 'c.size', 'c.etag'])
      .$narrowType<{ name: NotNull; size: NotNull; etag: NotNull }>()
      .where('d.db', '=', p('db'))
      .where('d.id', '=', p('id'))
      .where('d.deleted', 'is', null)
    const viewer = { admin, db: p('db'), uid: p('uid'), principals: p('principals') }
    const allowed = new RowAccess(model, dialect, viewer).mayRead(entity, 'd')
    return allowed === null ? query : query.where(allowed)
  })

const queries = new Map(
  (
    [
      ['Document', 'document'],
      ['DocumentLibrary', 'document_library'],
    ] as const
  ).map(([entity, table]) => [
    entity as string,
    { forAdministrators: documentFor(entity, table, true), forOthers: documentFor(entity, table, false) },
  ]),
)

export type DocumentRow = RowsOf<ReturnType<typeof documentFor>>

/** Finds a document or a file of the library that has content and that the caller may read. */
export const readableDocument = (entity: string, admin: boolean) =>
  queries.get(entity)?.[admin ? 'forAdministrators' : 'forOthers']
