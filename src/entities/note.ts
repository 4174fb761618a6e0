// Declares notes on records.
import { dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { option } from '../fields/kinds/option.ts'
import { mixedKey } from '../fields/kinds/reference.ts'
import { secAccess } from '../fields/kinds/sec-access.ts'
import { suggestedText } from '../fields/kinds/suggested-text.ts'
import { text } from '../fields/kinds/text.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { noteRules } from './rules/note-rules.ts'
import { richTextMax } from './rules/rich-text.ts'

/** The entities that notes and documents can be attached to. */
export const attachable = ['AbEntry', 'Opportunity', 'Lead', 'Case', 'Campaign']

export const note = entity({
  name: 'Note',
  doc: 'A note on a record, as plain and as rich text.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [
    { rule: 'mixedParent', column: 'parent', entities: attachable },
    { rule: 'secAccess', column: 'sec_access' },
  ],
  fields: {
    ParentKey: mixedKey({
      doc: 'The record that it hangs on.',
      to: attachable,
      required: true,
      fixed: true,
      column: 'parent',
    }),
    Text: text({
      doc: 'Plain text; RichText follows from it. One of the two is mandatory.',
      max: 64_000,
      multiline: true,
    }),
    RichText: text({ doc: 'HTML, sanitised; Text follows from it.', max: richTextMax, multiline: true }),
    DateTime: dateTime({ doc: 'Date of the note; now when it is left out.' }),
    Type: option({ doc: 'What sort of note it is.', list: 'Note.Type', defaults: items.noteType }),
    Category: suggestedText({ doc: 'Any text.', max: 80, list: 'Note.Category' }),
    Important: flag({ doc: 'It is important.', fallback: false }),
    SecAccess: secAccess({ doc: 'Who may read and who may write it.' }),
  },
  indexes: [
    { name: 'parent', columns: ['db', 'parent_id', 'date_time', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => (typeof row.text === 'string' ? row.text.slice(0, 120) : null),
  searchWords: row => ({ text: [row.text as string | null] }),
  rules: noteRules,
})
