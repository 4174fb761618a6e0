// Moves the instance of a task on when the task is completed, and back when its completion is taken back.
import type { Row } from '../../../storage/store.ts'
import type { RuleContext } from '../types.ts'
import { status } from './advance.ts'
import { branchesAfter, namesResult, needsResult, refuseResult, resultOf, resultsOf } from './branches.ts'
import { goOn } from './complete.ts'
import { resultPath } from './conditions.ts'
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
  const instance = await changedInstance(write)
  if (!instance || instance.status === status.ended) return
  await (isReopened(write) ? checkReopening(write, instance) : checkResult(write, instance))
}

const taskOf = ({ row, id }: RuleContext): Row => ({ ...row, id })

/** The path of the result in the request. */
const pathOf = ({ path }: RuleContext): string => `${path.replace(/\.Data(\[\d+\])?$/, '')}.Options.${resultPath}`

/** Completing a task that a branch asks about needs a result. */
async function checkResult(write: RuleContext, instance: Row): Promise<void> {
  if (instance.status !== status.running) return
  const standing = await standingOf(write, instance, taskOf(write))
  if (!standing) return
  const branches = await branchesAfter(write, standing, String(write.row.workflow_task_template_key))
  if (!needsResult(branches)) return
  const result = resultOf(write.options)
  const message = `${resultPath} is mandatory: ${resultsOf(branches).join(', ')}.`
  write.mandatory(`Options/${resultPath}`, result !== null, {
    error: 'WorkflowResultRequired',
    path: pathOf(write),
    message,
  })
  if (result !== null && !namesResult(branches, result)) refuseResult(write, branches, result, pathOf(write))
}

async function checkReopening(write: RuleContext, instance: Row): Promise<void> {
  const refuse = (why: string): void =>
    write.problem('RuleViolated', 'Completed', `${write.path}.Completed stays true: ${why}.`)
  if ((await hasLaterTask(write, instance, taskOf(write))) || (await isFollowed(write, instance)))
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
  if (isReopened(write)) return reopen(write, instance)
  if (instance.status !== status.running) return
  await goOn(write, { instance, task: taskOf(write), result: resultOf(write.options), path: pathOf(write) })
}

async function reopen(write: RuleContext, instance: Row): Promise<void> {
  if (instance.status === status.ended) return
  const place = await placeColumns(write, await planOf(write, instance), idOf(instance))
  const columns = { ...place, status: status.running, completed: 0, completion_date: null }
  await write.changeRecord('WorkflowInstance', idOf(instance), columns)
}
