// Gives components what an action of a workflow does, in one line with the names of fields, users and other workflows.
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useFields } from '../fields/use-fields.ts'
import { useTexts } from '../texts/index.tsx'
import { actionText } from './action-text.ts'
import type { Definition, WorkflowAction } from './definition.ts'
import { useWorkflowPeople } from './people.ts'

export function useActionText(definition: Definition): (action: WorkflowAction) => string {
  const { workflows: words } = useTexts()
  const { data: fields } = useFields(definition.entity)
  const { nameOf } = useWorkflowPeople()
  const { data } = useRead({ Workflow: { Scope: { Fields: { Key: 1, Name: 1 } } } }, { title: null })
  const others = new Map(rowsOf(data, 'Workflow').map(row => [String(row.Key), textOf(row.Name)]))
  const prefix = `${definition.entity}/`
  return action =>
    actionText(action, {
      words,
      definition,
      fieldLabel: path => fields?.of(path.replace(prefix, ''))?.label ?? path,
      personName: nameOf,
      workflowName: key => others.get(key),
    })
}
