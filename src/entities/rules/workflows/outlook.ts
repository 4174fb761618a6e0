// Foresees a workflow on a record: all its tasks, each completed when it is due, and what its actions would do. Nothing is written.
import type { Row } from '../../../storage/store.ts'
import type { RecordRef } from '../types.ts'
import { type ActingContext, type Action, actionKinds, actionsOf, applies } from './actions.ts'
import { goalOf } from './branches.ts'
import { asksResult, resultsIn } from './conditions.ts'
import { type TaskSource, tasksOf } from './make-tasks.ts'
import { type Message, messagesOf } from './messages.ts'
import { idOf, type Lane, type WorkflowPlan } from './plan.ts'

export interface ForeseenAction {
  readonly action: Action
  /** Null when that depends on the result of a task. */
  readonly applies: boolean | null
  readonly results: readonly string[]
  readonly goal: RecordRef | null
  readonly message: Message | null
}

/** A task, or the end of a stage or of the workflow. */
export interface ForeseenEvent {
  readonly task: Row | null
  readonly ends: RecordRef | null
  /** Epoch seconds. */
  readonly at: number
  readonly actions: readonly ForeseenAction[]
}

/** Tasks that are foreseen. */
const mostTasks = 200

export async function outlookOf(
  context: ActingContext,
  plan: WorkflowPlan,
  source: TaskSource,
): Promise<ForeseenEvent[]> {
  const events: ForeseenEvent[] = []
  let end = context.now
  for (const lane of plan.lanes) end = Math.max(end, await foreseeLane(context, lane, source, events))
  const ends = { kind: 'Workflow', id: idOf(plan.workflow) }
  events.push({ task: null, ends, at: end, actions: await foreseen(context, ends.id, source) })
  return events
}

/** Adds the tasks of a lane and the ends of its stages, and gives the time of its end. */
async function foreseeLane(
  context: ActingContext,
  lane: Lane,
  source: TaskSource,
  events: ForeseenEvent[],
): Promise<number> {
  let from = context.now
  for (const [i, step] of lane.entries()) {
    if (events.length >= mostTasks) break
    const templates = step.templates.slice(0, mostTasks - events.length)
    const tasks = await tasksOf(context, { templates }, { ...source, step: i + 1 }, from)
    for (const task of tasks) {
      const actions = await foreseen(context, String(task.workflow_task_template_key), source)
      events.push({ task, ends: null, at: Number(task.date_time), actions })
    }
    from = Math.max(from, ...tasks.map(task => Number(task.date_time)))
    const { stage } = step
    if (!stage || lane[i + 1]?.stage?.id === stage.id) continue
    const ends = { kind: 'WorkflowStage', id: idOf(stage) }
    events.push({ task: null, ends, at: from, actions: await foreseen(context, ends.id, source) })
  }
  return from
}

async function foreseen(context: ActingContext, holder: string, source: TaskSource): Promise<ForeseenAction[]> {
  const actions = (await actionsOf(context, holder)).filter(({ kind }) => kind !== actionKinds.trigger)
  const found: ForeseenAction[] = []
  for (const action of actions) {
    const isOpen = asksResult(action.conditions)
    const [message = null] = await messagesOf(context, [action], source)
    found.push({
      action,
      applies: isOpen ? null : await applies(context, action, source.subject, null),
      results: resultsIn([action.conditions]),
      goal: action.kind === actionKinds.branch ? goalOf(action) : null,
      message,
    })
  }
  return found
}
