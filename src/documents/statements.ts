// Holds the SQL statements on the bytes of documents.
import { contentUse } from '../entities/document-content.ts'
import { Model } from '../model/model.ts'
import { RowAccess } from '../query/access.ts'
import { statement } from '../storage/statement.ts'

export const insertContent = statement<{ db: number; id: string; uid: string; created: number; expires: number }>(
  (db, p) =>
    db.insertInto('binary_content').values({
      db: p('db'),
      id: p('id'),
      uid: p('uid'),
      created: p('created'),
      expires: p('expires'),
      used: contentUse.pending,
    }),
)

export const insertChunk = statement<{ db: number; content: string; seq: number; bytes: Uint8Array }>((db, p) =>
  db.insertInto('binary_chunk').values({ db: p('db'), content: p('content'), seq: p('seq'), bytes: p('bytes') }),
)

export const completeContent = statement<{ db: number; id: string; size: number; etag: string }>((db, p) =>
  db
    .updateTable('binary_content')
    .set({ size: p('size'), etag: p('etag') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id')),
)

export const removeContent = statement<{ db: number; id: string }>((db, p) =>
  db.deleteFrom('binary_content').where('db', '=', p('db')).where('id', '=', p('id')),
)

export const readChunk = statement<{ db: number; content: string; seq: number }>((db, p) =>
  db
    .selectFrom('binary_chunk')
    .select('bytes')
    .where('db', '=', p('db'))
    .where('content', '=', p('content'))
    .where('seq', '=', p('seq')),
)

/** Access rules are declared in the entity files, so a model without user-defined fields has all of them. */
const model = new Model([])

const documentFor = (admin: boolean) =>
  statement<{ db: number; id: string; uid: string; principals: readonly string[] }>((db, p, dialect) => {
    const query = db
      .selectFrom('document as d')
      .innerJoin('binary_content as c', join => join.onRef('c.db', '=', 'd.db').onRef('c.id', '=', 'd.content'))
      .select(['d.name', 'd.ext', 'c.id as content', 'c.size', 'c.etag'])
      .where('d.db', '=', p('db'))
      .where('d.id', '=', p('id'))
      .where('d.deleted', 'is', null)
    const viewer = { admin, uid: p('uid'), principals: p('principals') }
    const allowed = new RowAccess(model, dialect, viewer).mayRead('Document', 'd')
    return allowed === null ? query : query.where(allowed)
  })

const [forAdministrators, forOthers] = [documentFor(true), documentFor(false)]

/** Finds a document that has content and that the caller may read. */
export const readableDocument = (admin: boolean) => (admin ? forAdministrators : forOthers)
