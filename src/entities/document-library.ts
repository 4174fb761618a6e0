// Declares the document library: files in folders that all users of a database share.
import { integer } from '../fields/kinds/number.ts'
import { option } from '../fields/kinds/option.ts'
import { folderKey } from '../fields/kinds/particular/folder-key.ts'
import { secret } from '../fields/kinds/secret.ts'
import { text } from '../fields/kinds/text.ts'
import { column } from '../storage/table.ts'
import { entity } from './entity.ts'
import { documentLibraryRules } from './rules/document-rules.ts'

export const documentLibrary = entity({
  name: 'DocumentLibrary',
  doc: 'A file of the document library; BinaryDownload returns its bytes.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  fields: {
    Name: text({ doc: 'File name without its extension, or a title.', max: 255, required: true }),
    Description: text({ doc: 'Description.', max: 4_000, multiline: true }),
    Ext: text({ doc: 'Extension of the file name; Content-Type follows it.', max: 20, fixed: true }),
    Type: option({
      doc: 'What sort of file it is.',
      numeric: true,
      required: true,
      fixed: true,
      items: [
        { key: 4, name: 'Note' },
        { key: 8, name: 'Document' },
        { key: 16, name: 'Hyperlink' },
      ],
    }),
    FolderKey: folderKey({
      doc: 'The folder that it is in; the root when it is left out.',
      roots: ['RootFolder'],
      column: 'folder',
    }),
    Size: integer({ doc: 'Bytes.', readOnly: true, max: Number.MAX_SAFE_INTEGER }),
    BinaryDataId: secret({
      doc: 'What BinaryUpload answered; single use. The bytes do not change afterwards.',
      max: 200,
      required: true,
      fixed: true,
    }),
  },
  hiddenColumns: [column('content', 'text')],
  indexes: [
    { name: 'folder', columns: ['db', 'folder', 'id'] },
    { name: 'content', columns: ['db', 'content'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  searchWords: row => ({ text: [row.name, row.description] as (string | null)[] }),
  rules: documentLibraryRules,
})
