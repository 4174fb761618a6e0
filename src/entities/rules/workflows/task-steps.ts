// Moves the instance of a task on when the task is completed, and back when its completion is taken back.
import type { Row } from '../../../storage/store.ts'
import type { RuleContext } from '../types.ts'
import { moveOn, status } from './advance.ts'
import { hasLaterTask } from './instance-rules.ts'
import { idOf } from './plan.ts'
import { parentOf, placeColumns, planOf, standingOf, withOf } from './standing.ts'
import { runningInstance } from './start.ts'

const isCompleted = ({ row, before }: RuleContext): boolean => row.completed === 1 && before.completed !== 1
const isReopened = ({ row, before }: RuleContext): boolean => row.completed !== 1 && before.completed === 1

/** The instance of a task whose completion changes, locked; null for any other write. */
async function changedInstance(write: RuleContext): Promise<Row | null> {
  const key = write.row.workflow_instance_key
  if (write.creating || typeof key !== 'string' || !(isCompleted(write) || isReopened(write))) return null
  return write.find('WorkflowInstance', key, 'update')
}

export async function checkStep(write: RuleContext): Promise<void> {
  const instance = isReopened(write) ? await changedInstance(write) : null
  if (!instance || instance.status === status.ended) return
  const refuse = (why: string): void =>
    write.problem('RuleViolated', 'Completed', `${write.path}.Completed stays true: ${why}.`)
  if ((await hasLaterTask(write, instance, write.row)) || (await isFollowed(write, instance)))
    refuse('the workflow has made a later task')
  else if (instance.status === status.completed && (await runsAnew(write, instance)))
    refuse('the workflow runs there again')
}

const isFollowed = (write: RuleContext, instance: Row): Promise<boolean> =>
  write.exists('workflow_instance', { started_by: idOf(instance), deleted: null })

const runsAnew = async (write: RuleContext, instance: Row): Promise<boolean> =>
  (await runningInstance(write, String(instance.workflow_key), parentOf(instance), withOf(instance))) !== null

/** Runs after the row of the task is written. */
export async function takeStep(write: RuleContext): Promise<void> {
  const instance = await changedInstance(write)
  if (!instance) return
  const task = { ...write.row, id: write.id }
  if (isReopened(write)) return reopen(write, instance)
  if (instance.status === status.running) await moveOn(write, instance, await standingOf(write, instance, task))
}

async function reopen(write: RuleContext, instance: Row): Promise<void> {
  if (instance.status === status.ended) return
  const place = await placeColumns(write, await planOf(write, instance), idOf(instance))
  const columns = { ...place, status: status.running, completed: 0, completion_date: null }
  await write.changeRecord('WorkflowInstance', idOf(instance), columns)
}
