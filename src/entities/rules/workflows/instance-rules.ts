// Ends and resumes instances of workflows whose tasks are deleted and restored.
import type { Row } from '../../../storage/store.ts'
import type { BinContext, EntityRules } from '../types.ts'
import { endInstance, status } from './advance.ts'
import { idOf, placeOf, templateIds } from './plan.ts'
import { instanceTasks, parentOf, placeColumns, planOf, withOf } from './standing.ts'
import { runningInstance } from './start.ts'

/** An instance is restored with its record. Its workflow may have been deleted meanwhile. */
export const workflowInstanceRules: EntityRules = {
  afterRestore: async bin => {
    if (bin.row.status !== status.running || typeof bin.row.workflow_key !== 'string') return
    if (!(await bin.find('Workflow', bin.row.workflow_key)))
      await endInstance(bin, bin.id, 'The workflow was deleted while the record was in the recycle bin.')
  },
}

/** Deleting an open task ends its instance. */
export async function endByDeletion(bin: BinContext): Promise<void> {
  const { workflow_instance_key: key, completed, display } = bin.row
  if (typeof key !== 'string' || completed === 1) return
  const instance = await bin.find('WorkflowInstance', key, 'update')
  if (instance?.status === status.running) await endInstance(bin, key, `The task "${display}" was deleted.`)
}

/** A restored task goes on with its instance, unless that has gone on without it or runs there anew. */
export async function resumeByRestoring(bin: BinContext): Promise<void> {
  const { workflow_instance_key: key, completed } = bin.row
  if (typeof key !== 'string' || completed === 1) return
  const instance = await bin.find('WorkflowInstance', key, 'update')
  if (!instance || !(await mayResume(bin, instance))) {
    await bin.change('Task', bin.id, {
      workflow_key: null,
      workflow_task_template_key: null,
      workflow_instance_key: null,
      workflow_step: null,
      workflow_after: null,
    })
    return
  }
  const place = await placeColumns(bin, await planOf(bin, instance), key)
  await bin.changeRecord('WorkflowInstance', key, {
    ...place,
    status: status.running,
    reason: null,
    reason_f: null,
    completion_date: null,
  })
}

async function mayResume(bin: BinContext, instance: Row): Promise<boolean> {
  if (instance.status === status.completed) return false
  if (await hasLaterTask(bin, instance, bin.row)) return false
  if (instance.status === status.running) return true
  const workflow = await bin.find('Workflow', String(instance.workflow_key))
  return workflow !== null && !(await runningInstance(bin, idOf(workflow), parentOf(instance), withOf(instance)))
}

/** Whether the instance has made tasks after this one in its lane, or in another one to which its branch led. */
export async function hasLaterTask(
  store: Parameters<typeof planOf>[0],
  instance: Row,
  task: Readonly<Row>,
): Promise<boolean> {
  const plan = await planOf(store, instance)
  const place = plan && placeOf(plan, task.workflow_task_template_key)
  const lane = place && templateIds(place.lane)
  const tasks = await instanceTasks(store, idOf(instance))
  return tasks.some(
    other =>
      other.workflow_after === task.id ||
      (Number(other.workflow_step) > Number(task.workflow_step) &&
        (!lane || lane.has(String(other.workflow_task_template_key)))),
  )
}
