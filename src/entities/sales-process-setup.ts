// Declares sales processes, which are named sequences of stages.
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { salesProcessSetupRules } from './rules/sales-setup-rules.ts'

export const salesProcessSetup = entity({
  name: 'SalesProcessSetup',
  doc: 'A sales process that opportunities can follow.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: { Description: text({ doc: 'What the process is called.', max: 255, required: true }) },
  display: row => row.description as string | null,
  owns: [{ entity: 'SalesStageSetup', column: 'sales_process_setup_key' }],
  rules: salesProcessSetupRules,
})
