// Declares the stages of a process.
import { integer } from '../fields/kinds/number.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { processStageSetupRules } from './rules/process-setup-rules.ts'

export const processStageSetup = entity({
  name: 'ProcessStageSetup',
  doc: 'A stage of a process, with its target age.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    ProcessSetupKey: keyTo({ doc: 'The process.', to: 'ProcessSetup', required: true, fixed: true }),
    ProcessSetup: record({ doc: 'The process, as a record.', to: 'ProcessSetup', via: 'process_setup_key' }),
    Name: text({ doc: 'What the stage is called.', max: 120, required: true }),
    TargetAge: integer({ doc: 'Days expected; 0 means unset.', min: 0 }),
    Sequence: integer({ doc: 'Its place in the process; the end when it is left out.', min: 0 }),
    TAG: text({ doc: 'A short name for programs.', max: 80, column: 'tag' }),
  },
  indexes: [{ name: 'process', columns: ['db', 'process_setup_key', 'sequence', 'id'] }],
  defaultOrder: ['ProcessSetupKey', 'Sequence'],
  display: row => row.name as string | null,
  rules: processStageSetupRules,
})
