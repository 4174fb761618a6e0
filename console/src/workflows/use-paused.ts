// Finds the workflows whose triggers are paused, since the user in whose name they start it is disabled.
import { type Row, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { memberText } from '../fields/field.ts'

/** Says of a workflow by its key whether it has triggers and its owner is disabled. */
export function usePausedWorkflows(workflows: readonly Row[]): (key: string) => boolean {
  const owners = [...new Set(workflows.map(({ Owner }) => memberText(Owner, 'Uid')).filter(Boolean))]
  const { data } = useRead(
    owners.length === 0
      ? null
      : {
          User: {
            Scope: { Fields: { Key: 1, Uid: 1 } },
            Criteria: { SearchQuery: { Uid: { $IN: owners }, Enabled: { $EQ: false } } },
          },
        },
    { title: null },
  )
  const disabled = new Set(rowsOf(data, 'User').map(({ Uid }) => String(Uid)))
  const concerned = workflows.filter(({ Owner }) => disabled.has(memberText(Owner, 'Uid'))).map(({ Key }) => Key)
  const triggers = useRead(
    concerned.length === 0
      ? null
      : {
          WorkflowAction: {
            Scope: { Fields: { Key: 1, ParentWorkflowKey: 1 } },
            Criteria: { SearchQuery: { Action: { $EQ: 1 }, ParentWorkflowKey: { $IN: concerned } } },
          },
        },
    { title: null },
  )
  const paused = new Set(rowsOf(triggers.data, 'WorkflowAction').map(row => String(row.ParentWorkflowKey)))
  return key => paused.has(key)
}
