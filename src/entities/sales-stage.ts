// Declares the stages of an opportunity, one row for each stage of its process.
import { age } from '../fields/kinds/age.ts'
import { flag } from '../fields/kinds/flag.ts'
import { integer } from '../fields/kinds/number.ts'
import { through } from '../fields/kinds/particular/through.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'

const setup = { via: 'sales_stage_setup_key', to: 'SalesStageSetup' }

export const salesStage = entity({
  name: 'SalesStage',
  doc: 'One stage of an opportunity: written by the service as the opportunity moves.',
  operations: ['Read'],
  access: [{ rule: 'parent', column: 'opportunity_key', entity: 'Opportunity' }],
  fields: {
    OpportunityKey: keyTo({ doc: 'The opportunity.', to: 'Opportunity', readOnly: true }),
    SalesStageSetupKey: keyTo({ doc: 'The stage of the process.', to: 'SalesStageSetup', readOnly: true }),
    Setup: record({ doc: 'The stage of the process, as a record.', ...setup }),
    Description: through({
      doc: "The stage's description.",
      ...setup,
      field: text({ doc: '', max: 255 }),
      theirColumn: 'description',
    }),
    DisplayValue: through({
      doc: "The stage's description.",
      ...setup,
      field: text({ doc: '', max: 255 }),
      theirColumn: 'display',
    }),
    ProbabilityClose: through({
      doc: 'Probability of closing at this stage, in per cent.',
      ...setup,
      field: integer({ doc: '' }),
      theirColumn: 'probability_close',
    }),
    TargetAge: through({
      doc: 'Days expected for the stage; 0 means unset.',
      ...setup,
      field: integer({ doc: '' }),
      theirColumn: 'target_age',
    }),
    Sequence: integer({ doc: 'Its place in the process.', readOnly: true }),
    Age: age({ doc: 'Whole days spent at this stage.' }),
    Current: flag({ doc: 'The opportunity is at this stage.', readOnly: true, fallback: false }),
  },
  indexes: [
    { name: 'opportunity', columns: ['db', 'opportunity_key', 'sequence', 'id'] },
    { name: 'by_setup', columns: ['db', 'sales_stage_setup_key'], fewValues: true },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  defaultOrder: ['Sequence'],
  display: () => null,
})
