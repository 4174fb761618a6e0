// Chooses the branch that follows a completed task, and goes where it leads.
import { fold } from '../../../base/text/fold.ts'
import { isObject, member } from '../../../base/text/json.ts'
import { decodeKey, type RecordKey } from '../../../fields/record-key.ts'
import type { Row } from '../../../storage/store.ts'
import type { RuleStore } from '../types.ts'
import { type ActingContext, type Action, applies, branchesOf } from './actions.ts'
import { binOpenTasks, completeInstance, makeStep } from './advance.ts'
import { asksResult, resultPath, resultsIn } from './conditions.ts'
import { idOf, placeOf, type Step, type WorkflowPlan } from './plan.ts'
import { parentOf, type Standing, withOf } from './standing.ts'
import { startWorkflow } from './start.ts'

/** The result that a request has in its Options; null without one. */
export function resultOf(options: Readonly<Record<string, unknown>>): string | null {
  const sent = options[resultPath.toLowerCase()]
  const value = isObject(sent) ? (member(sent, 'Key') ?? member(sent, 'Value')) : sent
  return value === undefined || value === null || value === '' ? null : String(value)
}

/** The branches that are asked when a task is completed: its own, or those of what ends with it. */
export async function branchesAfter(store: RuleStore, standing: Standing, template: string): Promise<Action[]> {
  const { step, stageEnds, workflowEnds, plan } = standing
  const holders = [
    template,
    ...(stageEnds && step.stage ? [idOf(step.stage)] : []),
    ...(workflowEnds ? [idOf(plan.workflow)] : []),
  ]
  for (const holder of holders) {
    const branches = await branchesOf(store, holder)
    if (branches.length > 0) return branches
  }
  return []
}

/** The results that can be sent; empty when none is asked. */
export const resultsOf = (branches: readonly Action[]): string[] =>
  resultsIn(branches.map(({ conditions }) => conditions))

export const needsResult = (branches: readonly Action[]): boolean =>
  branches.some(({ conditions }) => asksResult(conditions))

/** The first branch that applies. */
export async function chooseBranch(
  context: Pick<ActingContext, 'meets'>,
  branches: readonly Action[],
  { subject }: Standing,
  result: string | null,
): Promise<Action | null> {
  for (const branch of branches) if (await applies(context, branch, subject, result)) return branch
  return null
}

/** The key of the workflow, stage or task template that a branch leads to. */
export const goalOf = ({ operations }: Action): RecordKey | null => {
  const [operation] = operations
  return typeof operation?.Data === 'string' ? decodeKey(operation.Data) : null
}

/** The tasks that a branch leads to: a whole step where tasks follow each other, else the one task. */
function stepAt(plan: WorkflowPlan, goal: RecordKey): Pick<Step, 'templates'> | null {
  if (goal.kind === 'WorkflowStage') return plan.lanes.flat().find(({ stage }) => stage?.id === goal.id) ?? null
  const step = placeOf(plan, goal.id)?.step
  if (!step) return null
  const sequential = (step.stage ?? plan.workflow).is_sequential === 1
  return sequential ? step : { templates: step.templates.filter(({ id }) => id === goal.id) }
}

/** Makes the tasks that a branch leads to, or starts another workflow and completes this instance. */
export async function follow(context: ActingContext, standing: Standing, branch: Action): Promise<void> {
  const { instance, plan } = standing
  const goal = goalOf(branch)
  if (goal?.kind === 'Workflow') return startOther(context, instance, goal)
  const step = goal && stepAt(plan, goal)
  if (step) return makeStep(context, standing, step)
  const message = `${context.path}: the branch leads to a place of the workflow "${plan.workflow.name}" that has no task.`
  context.problems.add('RuleViolated', context.path, message)
}

async function startOther(context: ActingContext, instance: Row, goal: RecordKey): Promise<void> {
  const workflow = await context.find('Workflow', goal.id)
  if (!workflow) {
    const message = `${context.path}: the branch leads to a workflow that was deleted.`
    context.problems.add('RuleViolated', context.path, message)
    return
  }
  await binOpenTasks(context, idOf(instance))
  await completeInstance(context, idOf(instance))
  const request = {
    workflow,
    parent: parentOf(instance),
    with: withOf(instance),
    startedBy: idOf(instance),
    depth: Number(instance.depth),
  }
  await startWorkflow(context, request)
}

/** Whether the branches name a result. */
export const namesResult = (branches: readonly Action[], result: string): boolean =>
  resultsOf(branches).some(value => fold(value) === fold(result))

/** Refuses a result that leads nowhere, in the words that programs of this API family know. */
export function refuseResult(
  { problems }: Pick<ActingContext, 'problems'>,
  branches: readonly Action[],
  result: string | null,
  path: string,
): void {
  const known = resultsOf(branches).join(', ')
  const why =
    result !== null && namesResult(branches, result)
      ? 'the record does not meet the conditions of its branch'
      : `the results are ${known}`
  const message = `${resultPath} "${result ?? ''}" does not match any configured branch action: ${why}.`
  problems.add('UnknownWorkflowResult', path, message)
}
