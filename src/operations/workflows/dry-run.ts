// Shows what a dry run of a workflow foresees, as WorkflowStart answers it.
import type { RecordRow } from '../../entities/entity.ts'
import type { ForeseenAction, ForeseenEvent } from '../../entities/rules/workflows/outlook.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { RowStore } from '../rows/row-store.ts'

/** A task that would be made. */
export async function shownTask(rows: RowStore, task: RecordRow): Promise<object> {
  const uid = task.assigned_to as string | null
  const user = uid === null ? null : await rows.one('user', { id: uid })
  const template = await rows.one('workflow_task_template', { id: task.workflow_task_template_key as string })
  const stage = template?.workflow_kind === 'WorkflowStage' ? String(template.workflow_id) : null
  return {
    Subject: task.activity,
    DateTime: isoDateTime(Number(task.date_time)),
    Alarm: task.alarm_time === null ? null : isoDateTime(Number(task.alarm_time)),
    AssignedTo: uid === null ? null : { Uid: uid, DisplayValue: user?.display ?? uid },
    WorkflowTaskTemplateKey: encodeKey('WorkflowTaskTemplate', String(task.workflow_task_template_key)),
    WorkflowStageKey: stage === null ? null : encodeKey('WorkflowStage', stage),
  }
}

/** A task, or the end of a stage or of the workflow, with what its actions would do. */
export async function shownEvent(rows: RowStore, { task, ends, at, actions }: ForeseenEvent): Promise<object> {
  return {
    Task: task && (await shownTask(rows, task as RecordRow)),
    EndOf: ends && encodeKey(ends.kind, ends.id),
    DateTime: isoDateTime(at),
    Actions: actions.map(shownAction),
  }
}

const shownAction = ({ action, applies, results, goal, message }: ForeseenAction): object => ({
  WorkflowActionKey: encodeKey('WorkflowAction', action.id),
  Action: action.kind,
  Applies: applies,
  Results: results,
  GoalKey: goal && encodeKey(goal.kind, goal.id),
  Delivery: message && {
    Kind: message.kind,
    Recipient: message.recipient,
    Subject: message.subject,
    Body: message.body,
    Failure: message.failure,
  },
})
