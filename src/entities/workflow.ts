// Declares workflows, which are lines of tasks that follow each other on a record.
import { flag } from '../fields/kinds/flag.ts'
import { option } from '../fields/kinds/option.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { entity } from './entity.ts'
import { listedEntities } from './rules/favorite-list-rules.ts'
import { workflowRules } from './rules/workflows/definition-rules.ts'

export const workflow = entity({
  name: 'Workflow',
  doc: 'A line of tasks that follow each other on a record. WorkflowStart starts it.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    Name: text({ doc: 'What it is called.', max: 120, required: true }),
    Description: text({ doc: 'What it is for.', max: 4_000, multiline: true }),
    TAG: text({ doc: 'A short name for programs, which no other workflow has.', max: 60, column: 'tag' }),
    IsSequential: flag({
      doc: 'Its tasks, or stages, follow each other; else they are made side by side at the start.',
      fallback: true,
    }),
    HasStages: flag({ doc: 'It consists of stages, which have the tasks.', fallback: false }),
    Inactive: flag({ doc: 'It cannot be started. Instances that run go on.', fallback: false }),
    EntityType: option({
      doc: 'The entity of the records that it runs on; AddressBook when it is left out.',
      numeric: true,
      fixed: true,
      fallback: 1,
      items: listedEntities.map(({ key, name }) => ({ key, name })),
    }),
    Owner: user({ doc: 'The user in whose name it is started by triggers; its creator when it is left out.' }),
  },
  indexes: [
    { name: 'tag', columns: ['db', 'tag_f'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  defaultOrder: ['Name'],
  display: row => row.name as string | null,
  owns: [
    { entity: 'WorkflowStage', column: 'workflow_key' },
    { entity: 'WorkflowTaskTemplate', mixed: 'workflow' },
    { entity: 'WorkflowAction', mixed: 'parent' },
  ],
  rules: workflowRules,
})
