// The bytes of documents: each content is a row, and its bytes are rows of one size, so that none is ever held whole.
import { column, required, table, tenant } from '../storage/table.ts'

/** `pending`: no document yet. `spent`: its one document is made. `shared`: more documents may follow until it expires. */
export const contentUse = { pending: 0, spent: 1, shared: 2 } as const

export const contentTable = table({
  name: 'binary_content',
  scope: 'database',
  columns: [
    tenant,
    /** What BinaryUpload answers as BinaryDataId. */
    required('id', 'text'),
    /** Who uploaded it, and alone may make a document of it. */
    required('uid', 'text'),
    /** Null until the last byte has arrived. */
    column('size', 'integer'),
    column('etag', 'text'),
    /** How many bytes have arrived so far. */
    required('received', 'integer', 0),
    required('created', 'integer'),
    /** Until then a document can be made of it. */
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
