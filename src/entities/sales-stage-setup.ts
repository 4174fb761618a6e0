// Declares the stages of a sales process.
import { integer } from '../fields/kinds/number.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { salesStageSetupRules } from './rules/sales-setup-rules.ts'

export const salesStageSetup = entity({
  name: 'SalesStageSetup',
  doc: 'A stage of a sales process, with its probability and target age.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    SalesProcessSetupKey: keyTo({ doc: 'The process.', to: 'SalesProcessSetup', required: true, fixed: true }),
    SalesProcessSetup: record({
      doc: 'The process, as a record.',
      to: 'SalesProcessSetup',
      via: 'sales_process_setup_key',
    }),
    Description: text({ doc: 'What the stage is called.', max: 255, required: true }),
    ProbabilityClose: integer({ doc: 'Probability of closing, in per cent.', min: 0, max: 100 }),
    TargetAge: integer({ doc: 'Days expected; 0 means unset.', min: 0 }),
    Sequence: integer({ doc: 'Its place in the process; the end when it is left out.', min: 0 }),
  },
  indexes: [{ name: 'process', columns: ['db', 'sales_process_setup_key', 'sequence', 'id'] }],
  defaultOrder: ['SalesProcessSetupKey', 'Sequence'],
  display: row => row.description as string | null,
  rules: salesStageSetupRules,
})
