// Declares documents, the files and pictures attached to records.
import { dateTime } from '../fields/kinds/date.ts'
import { integer } from '../fields/kinds/number.ts'
import { option } from '../fields/kinds/option.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { secAccess } from '../fields/kinds/sec-access.ts'
import { secret } from '../fields/kinds/secret.ts'
import { suggestedText } from '../fields/kinds/suggested-text.ts'
import { text } from '../fields/kinds/text.ts'
import { column } from '../storage/table.ts'
import { chunkTable, contentTable } from './document-content.ts'
import { entity } from './entity.ts'
import { attachable } from './note.ts'
import { documentRules } from './rules/document-rules.ts'

export const document = entity({
  name: 'Document',
  doc: 'A file attached to a record; BinaryDownload returns its bytes.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [
    { rule: 'mixedParent', column: 'parent', entities: attachable },
    { rule: 'secAccess', column: 'sec_access' },
  ],
  readDriver: 'IDocumentSearcher',
  fields: {
    Name: text({ doc: 'File name without its extension, or a title.', max: 255, required: true }),
    Description: text({ doc: 'Description.', max: 4_000, multiline: true }),
    Ext: text({ doc: 'Extension of the file name; Content-Type follows it.', max: 20, fixed: true }),
    Type: option({
      doc: 'What sort of document it is.',
      numeric: true,
      fallback: 1,
      items: [
        { key: 1, name: 'Document' },
        { key: 3, name: 'Email' },
        { key: 7, name: 'Other' },
        { key: 8, name: 'Linked' },
        { key: 12, name: 'Hyperlink' },
        { key: 14, name: 'Picture' },
      ],
    }),
    Category: suggestedText({ doc: 'Any text.', max: 80, list: 'Document.Category' }),
    Size: integer({ doc: 'Bytes.', readOnly: true, max: Number.MAX_SAFE_INTEGER }),
    ParentKey: mixedKey({
      doc: 'The record that it hangs on.',
      to: attachable,
      required: true,
      fixed: true,
      column: 'parent',
    }),
    DateTime: dateTime({ doc: 'Date of the document; now when it is left out.' }),
    BinaryDataId: secret({ doc: 'What BinaryUpload answered; single use.', max: 200, secret: false }),
    SecAccess: secAccess({ doc: 'Who may read and who may write it.' }),
  },
  hiddenColumns: [column('content', 'text')],
  sideTables: [contentTable, chunkTable],
  indexes: [
    { name: 'parent', columns: ['db', 'parent_id', 'type', 'id'] },
    { name: 'content', columns: ['db', 'content'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  rules: documentRules,
})
