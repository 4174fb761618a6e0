// Declares the stages of a workflow, each with tasks of its own.
import { flag } from '../fields/kinds/flag.ts'
import { integer } from '../fields/kinds/number.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { workflowStageRules } from './rules/workflows/definition-rules.ts'

export const workflowStage = entity({
  name: 'WorkflowStage',
  doc: 'A stage of a workflow. Its key is a WorkflowKey for task templates.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    WorkflowKey: keyTo({ doc: 'A workflow that has stages.', to: 'Workflow', required: true, fixed: true }),
    Workflow: record({ doc: 'The workflow, as a record.', to: 'Workflow', via: 'workflow_key' }),
    Name: text({ doc: 'What it is called.', max: 120, required: true }),
    Description: text({ doc: 'What it is for.', max: 4_000, multiline: true }),
    Sequence: integer({ doc: 'Its place in the workflow.', min: 0, required: true }),
    IsSequential: flag({
      doc: 'Its tasks follow each other; else they are made side by side when the stage begins.',
      fallback: true,
    }),
    TAG: text({ doc: 'A short name for programs.', max: 60, column: 'tag' }),
  },
  indexes: [
    { name: 'workflow', columns: ['db', 'workflow_key', 'sequence', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  defaultOrder: ['WorkflowKey', 'Sequence'],
  display: row => row.name as string | null,
  owns: [
    { entity: 'WorkflowTaskTemplate', mixed: 'workflow' },
    { entity: 'WorkflowAction', mixed: 'parent' },
  ],
  rules: workflowStageRules,
})
