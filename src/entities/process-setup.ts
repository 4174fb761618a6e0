// Declares the processes that records of an entity other than Opportunity go through.
import { flag } from '../fields/kinds/flag.ts'
import { option } from '../fields/kinds/option.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { processSetupRules } from './rules/process-setup-rules.ts'

export const processSetup = entity({
  name: 'ProcessSetup',
  doc: 'A process that leads go through, stage by stage.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    EntityType: option({
      doc: 'The entity whose records go through it: 19 for leads.',
      numeric: true,
      required: true,
      fixed: true,
      items: [{ key: 19, name: 'Lead' }],
    }),
    Name: text({ doc: 'What the process is called.', max: 120, required: true }),
    TAG: text({ doc: 'A short name for programs.', max: 80, column: 'tag' }),
    Inactive: flag({ doc: 'It is no longer offered.', fallback: false }),
  },
  display: row => row.name as string | null,
  owns: [{ entity: 'ProcessStageSetup', column: 'process_setup_key' }],
  rules: processSetupRules,
})
