// Declares folders, which order the document library and user-defined fields.
import { flag } from '../fields/kinds/flag.ts'
import { folderKey } from '../fields/kinds/particular/folder-key.ts'
import { text } from '../fields/kinds/text.ts'
import { words } from '../fields/kinds/words.ts'
import { entity } from './entity.ts'
import { folderRules } from './rules/folder-rules.ts'

export const folder = entity({
  name: 'Folder',
  doc: 'A folder of the document library, or of user-defined fields. Only an empty one can be deleted.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    Name: text({
      doc: 'Name of the folder, without backslashes and brackets.',
      max: 80,
      required: true,
      pattern: { test: /^[^\\()]+$/, says: 'has no backslash and no brackets' },
    }),
    AppliesTo: words({
      doc: '`DocumentLibrary`, or the entity or types whose user-defined fields it orders.',
      max: 80,
      required: true,
      fixed: true,
      optionSource: { provider: 'folderTargets' },
    }),
    ParentFolderKey: folderKey({
      doc: 'The folder that it is in; the root when it is left out.',
      roots: ['RootFolder', 'UdfSetup'],
      aliases: ['ParentKey'],
      column: 'parent_folder',
    }),
    Inactive: flag({ doc: 'It is no longer offered.', fallback: false }),
    Path: text({
      doc: 'The names from the root to the folder, with backslashes between them.',
      max: 500,
      readOnly: true,
    }),
  },
  indexes: [
    { name: 'parent', columns: ['db', 'parent_folder', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  rules: folderRules,
})
