// Declares the tables of imports: an import, its rows as they were sent, what becomes of each row, and saved mappings.
import { column, required, type TablesOf, table, tenant } from '../storage/table.ts'

export const importTable = table({
  name: 'import',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    // The user to whom the import belongs, and the application through which it was sent.
    required('uid', 'text'),
    column('application', 'text'),
    required('entity', 'text'),
    required('format', 'text'),
    column('name', 'text'),
    // SHA-256 of the file, by which a command finds the import that it has begun.
    column('digest', 'text'),
    required('status', 'text'),
    required('size', 'integer', 0),
    required('rows', 'integer', 0),
    // JSON: how the file was read, and the facts of its columns.
    required('facts', 'text', '{}'),
    required('columns', 'text', '[]'),
    // JSON of the mapping; null before it is sent.
    column('mapping', 'text'),
    // JSON: numbers by outcome.
    required('counts', 'text', '{}'),
    required('plan_counts', 'text', '{}'),
    // JSON: why the import failed, and what undo could not take back.
    required('problems', 'text', '[]'),
    required('left', 'text', '[]'),
    // The progress of the phase: the rank of the last row that is done.
    required('position', 'integer', 0),
    // The lease: the process that works, and until when no other does; epoch milliseconds.
    column('holder', 'text'),
    required('held_until', 'integer', 0),
    required('created', 'integer'),
    required('changed', 'integer'),
    required('expires', 'integer'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [
    { name: 'user', columns: ['db', 'uid', 'created'] },
    { name: 'status', columns: ['db', 'status'], fewValues: true },
    { name: 'expires', columns: ['db', 'expires'] },
  ],
  changesSoon: true,
})

const ofImport = {
  columns: ['db', 'import'],
  table: 'import',
  references: ['db', 'id'],
  onDelete: 'cascade',
} as const

/** Rows of the file, packed: `first` counts from 1. */
export const importChunkTable = table({
  name: 'import_chunk',
  scope: 'database',
  columns: [
    tenant,
    required('import', 'text'),
    required('first', 'integer'),
    required('rows', 'integer'),
    required('bytes', 'bytes'),
  ],
  primaryKey: ['db', 'import', 'first'],
  foreignKeys: [ofImport],
})

export const importRowTable = table({
  name: 'import_row',
  scope: 'database',
  columns: [
    tenant,
    required('import', 'text'),
    required('row', 'integer'),
    // create, update, unchanged, reject
    required('outcome', 'text'),
    // The identifier of the record; null for one that is not created yet.
    column('record', 'text'),
    // The order in which rows are written: parents before those that name them.
    required('rank', 'integer'),
    // JSON: changes of fields, and problems.
    column('changes', 'text'),
    column('problems', 'text'),
    // What the commit has done: the Version that it left, what the fields had before (JSON), a parent that it created.
    column('version', 'integer'),
    column('before', 'text'),
    column('made', 'text'),
  ],
  primaryKey: ['db', 'import', 'row'],
  indexes: [
    { name: 'outcome', columns: ['db', 'import', 'outcome', 'row'] },
    { name: 'record', columns: ['db', 'import', 'record'] },
  ],
  foreignKeys: [ofImport],
})

/** What identifies the rows of a file, so that rows of one record, and children and parents, find each other. */
export const importIdentityTable = table({
  name: 'import_identity',
  scope: 'database',
  columns: [
    tenant,
    required('import', 'text'),
    // match, external, or the field by which a parent is named.
    required('kind', 'text'),
    required('value', 'text'),
    required('rank', 'integer'),
  ],
  primaryKey: ['db', 'import', 'kind', 'value', 'rank'],
  foreignKeys: [ofImport],
})

export const importMappingTable = table({
  name: 'import_mapping',
  scope: 'database',
  columns: [
    tenant,
    required('uid', 'text'),
    required('name_f', 'text'),
    required('name', 'text'),
    required('body', 'text'),
    required('changed', 'integer'),
  ],
  primaryKey: ['db', 'uid', 'name_f'],
})

export const tables = [importTable, importChunkTable, importRowTable, importIdentityTable, importMappingTable] as const

export type ImportTables = TablesOf<typeof tables>
