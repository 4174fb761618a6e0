// Declares the set-up of custom entities, which administrators make for what their company works with.
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { customSetupRules } from './rules/custom-rules.ts'

export const customSetup = entity({
  name: 'CustomSetup',
  doc: 'An entity that administrators have made. Its records are of Custom, or of CustomChild if it has a ParentEntity. Its fields are user-defined ones that apply to `Custom:TAG`.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    Name: text({ doc: 'What one record is called.', max: 80, required: true }),
    PluralName: text({ doc: 'What several records are called; Name when it is left out.', max: 80 }),
    TAG: text({
      doc: 'A name for programs, of letters and digits, which no other one has.',
      max: 40,
      required: true,
      fixed: true,
      pattern: { test: /^[A-Za-z0-9]+$/, says: 'has letters from A to Z and digits only' },
      column: 'tag',
    }),
    Icon: text({ doc: 'The name of the icon that user interfaces show.', max: 40 }),
    Type: text({
      doc: '`Custom:` and its TAG: the Type of its records, in AppliesTo of fields.',
      max: 60,
      readOnly: true,
      computed: true,
      column: 'record_type',
    }),
    ParentEntity: text({
      doc: 'What its records belong to: `AbEntry`, `Opportunity`, or the TAG of another one; null for records of their own.',
      max: 40,
      fixed: true,
      optionSource: { provider: 'customParents' },
    }),
  },
  indexes: [
    { name: 'tag', columns: ['db', 'tag_f'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  defaultOrder: ['Name'],
  display: row => row.name as string | null,
  rules: customSetupRules,
})
