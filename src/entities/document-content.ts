// Declares the tables of document bytes: a row per content, and rows of fixed size for its bytes, so that they can be streamed.
import { column, required, table, tenant } from '../storage/table.ts'

/** `pending`: no document yet. `spent`: used by its one document. `shared`: more documents may use it until it expires. */
export const contentUse = { pending: 0, spent: 1, shared: 2 } as const

export const contentTable = table({
  name: 'binary_content',
  scope: 'database',
  columns: [
    tenant,
    /** The BinaryDataId that BinaryUpload returns. */
    required('id', 'text'),
    /** The user who uploaded it, and who alone may create a document from it. */
    required('uid', 'text'),
    /** Null until the last byte has arrived. */
    column('size', 'integer'),
    column('etag', 'text'),
    /** The bytes that have arrived so far. */
    required('received', 'integer', 0),
    required('created', 'integer'),
    /** The moment until which a document can be created from it. */
    required('expires', 'integer'),
    required('used', 'integer', contentUse.pending),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'used', columns: ['db', 'used', 'expires'] }],
})

export const chunkTable = table({
  name: 'binary_chunk',
  scope: 'database',
  columns: [tenant, required('content', 'text'), required('seq', 'integer'), required('bytes', 'bytes')],
  primaryKey: ['db', 'content', 'seq'],
  foreignKeys: [{ columns: ['db', 'content'], table: 'binary_content', references: ['db', 'id'], onDelete: 'cascade' }],
})
