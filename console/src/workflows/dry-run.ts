// Reads what a dry run of a workflow foresees: tasks, and ends of stages and of the workflow, with what their actions would do.
import type { Body, Row } from '../api/envelope.ts'
import { textOf } from '../api/envelope.ts'
import { memberText } from '../fields/field.ts'

export interface ForeseenAction {
  readonly key: string
  /** Null when it depends on the result of a task. */
  readonly applies: boolean | null
  readonly results: readonly string[]
  readonly mail: { readonly to: string; readonly subject: string; readonly failure: string } | null
}

export interface ForeseenEvent {
  /** The subject of a task; null at the end of a stage or of the workflow. */
  readonly task: string | null
  readonly who: string
  /** The key of the stage or workflow that ends; null for a task. */
  readonly ends: string | null
  readonly at: string
  readonly actions: readonly ForeseenAction[]
}

function actionIn(row: Row): ForeseenAction {
  const delivery = row.Delivery as Row | null
  return {
    key: String(row.WorkflowActionKey),
    applies: row.Applies as boolean | null,
    results: (row.Results as readonly string[] | undefined) ?? [],
    mail: delivery && {
      to: textOf(delivery.Recipient),
      subject: textOf(delivery.Subject),
      failure: textOf(delivery.Failure),
    },
  }
}

export function outlookIn(answer: Body): readonly ForeseenEvent[] {
  const { Data } = answer.Workflow as { Data: { Outlook: readonly Row[] } }
  return Data.Outlook.map(({ Task, EndOf, DateTime, Actions }) => ({
    task: Task === null ? null : memberText(Task, 'Subject'),
    who: Task === null ? '' : textOf((Task as Row).AssignedTo),
    ends: EndOf === null ? null : String(EndOf),
    at: String(DateTime),
    actions: (Actions as readonly Row[]).map(actionIn),
  }))
}
