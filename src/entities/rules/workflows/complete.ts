// Does what follows a completed or a skipped task: the actions of what ends with it, and a branch or the next tasks.
import type { Row } from '../../../storage/store.ts'
import { type ActingContext, type Action, actionsOf, applyUpdates } from './actions.ts'
import { moveOn } from './advance.ts'
import { branchesAfter, chooseBranch, follow, goalOf, needsResult, refuseResult } from './branches.ts'
import { isMessage, messagesOf, queueMessages } from './messages.ts'
import { idOf, placeOf } from './plan.ts'
import { instanceRef, instanceTasks, type Standing, sourceOf, standingOf } from './standing.ts'

interface Completion {
  readonly instance: Row
  readonly task: Readonly<Row>
  /** The result that the request has; null without one. */
  readonly result: string | null
  /** The path of the result in the request. */
  readonly path: string
}

export async function goOn(asked: ActingContext, { instance, task, result, path }: Completion): Promise<void> {
  const context = { ...asked, ...asked.because(instanceRef(instance)) }
  const standing = await standingOf(context, instance, task)
  if (!standing) return moveOn(context, instance, null)
  const template = String(task.workflow_task_template_key)
  const branches = await branchesAfter(context, standing, template)
  const branch = await chooseBranch(context, branches, standing, result)
  if (!branch && needsResult(branches)) return refuseResult(context, branches, result, path)
  await actBy(context, standing, [template, ...endsOf(standing, branch)])
  if (context.problems.count > 0) return
  await (branch ? follow(context, standing, branch) : moveOn(context, instance, standing))
}

/** Does what the actions of the holders say: the updates of all first, so that the mails and calls have the new values. */
async function actBy(context: ActingContext, standing: Standing, holders: readonly string[]): Promise<void> {
  const actions: Action[] = []
  for (const holder of holders) actions.push(...(await actionsOf(context, holder)))
  await applyUpdates(context, actions, standing.subject)
  if (context.problems.count > 0 || !actions.some(isMessage)) return
  const source = await sourceOf(context, standing, Number(standing.instance.steps))
  if (source) await queueMessages(context, await messagesOf(context, actions, source), source)
}

/** The stage and the workflow that end with a task. */
function endsOf({ plan, step, waits, stageEnds, workflowEnds }: Standing, branch: Action | null): string[] {
  const { stage } = step
  if (!branch) return [...(stageEnds && stage ? [idOf(stage)] : []), ...(workflowEnds ? [idOf(plan.workflow)] : [])]
  const goal = goalOf(branch)
  const leaves = goal?.kind === 'Workflow'
  const to = goal?.kind === 'WorkflowTaskTemplate' ? placeOf(plan, goal.id)?.step.stage?.id : goal?.id
  const stageIsLeft = stage !== null && to !== stage.id && (leaves || !waits)
  return [...(stageIsLeft ? [idOf(stage)] : []), ...(leaves ? [idOf(plan.workflow)] : [])]
}

/** Moves the task at which the instance stands to the recycle bin, and goes on behind it. No branch is taken. */
export async function skipTask(asked: ActingContext, instance: Row): Promise<void> {
  const context = { ...asked, ...asked.because(instanceRef(instance)) }
  const open = (await instanceTasks(context, idOf(instance))).filter(task => task.completed !== 1)
  const current = open.find(task => task.workflow_task_template_key === instance.workflow_task_template_key) ?? open[0]
  if (current) await context.deleteRecord('Task', idOf(current))
  const standing = await standingOf(context, instance, current ?? {})
  if (standing) await actBy(context, standing, endsOf(standing, null))
  if (context.problems.count === 0) await moveOn(context, instance, standing)
}
