// Moves an instance of a workflow on when its tasks are done, and ends it.
import { foldedPair } from '../../../fields/kinds/text.ts'
import type { Row } from '../../../storage/store.ts'
import type { ServiceContext } from '../types.ts'
import { makeTasks } from './make-tasks.ts'
import { idOf, type Step, type WorkflowPlan } from './plan.ts'
import { instanceTasks, placeColumns, type Standing, sourceOf } from './standing.ts'

/** The values of WorkflowInstance.Status. */
export const status = { running: 0, completed: 1, ended: 2 } as const

/**
 * Makes the next tasks once no other task of the lane is open, and completes the instance after its last task. Nothing follows
 * a task whose template was deleted.
 */
export async function moveOn(context: ServiceContext, instance: Row, standing: Standing | null): Promise<void> {
  if (standing?.next && !standing.waits) await makeStep(context, standing, standing.next)
  else await settle(context, standing ?? { instance, plan: null })
}

/** Makes the tasks of a step, and notes where the instance stands. */
export async function makeStep(
  context: ServiceContext,
  standing: Standing,
  step: Pick<Step, 'templates'>,
): Promise<void> {
  const { instance } = standing
  const steps = Number(instance.steps) + 1
  const source = await sourceOf(context, standing, steps)
  if (source) await makeTasks(context, step, source, context.now)
  await settle(context, { ...standing, instance: { ...instance, steps } })
}

/** Writes where the instance stands now; without an open task it is completed. */
async function settle(
  context: ServiceContext,
  { instance, plan }: { readonly instance: Row; readonly plan: WorkflowPlan | null },
): Promise<void> {
  const place = await placeColumns(context, plan, idOf(instance))
  const columns = place ?? completion(context)
  await context.changeRecord('WorkflowInstance', idOf(instance), { ...columns, steps: instance.steps ?? 0 })
}

const completion = ({ now }: Pick<ServiceContext, 'now'>): Row => ({
  workflow_stage_key: null,
  workflow_task_template_key: null,
  status: status.completed,
  completed: 1,
  completion_date: now,
})

export const completeInstance = (
  context: Pick<ServiceContext, 'changeRecord' | 'now'>,
  instance: string,
): Promise<void> => context.changeRecord('WorkflowInstance', instance, completion(context))

/** Ends an instance before its end. */
export const endInstance = (
  context: Pick<ServiceContext, 'changeRecord' | 'now'>,
  instance: string,
  reason: string,
): Promise<void> =>
  context.changeRecord('WorkflowInstance', instance, {
    status: status.ended,
    ...foldedPair('reason', reason),
    completion_date: context.now,
  })

/** Moves the open tasks of an instance to the recycle bin. */
export async function binOpenTasks(context: ServiceContext, instance: string): Promise<void> {
  for (const task of await instanceTasks(context, instance))
    if (task.completed !== 1) await context.deleteRecord('Task', idOf(task))
}
