// Finds where an instance of a workflow stands when one of its tasks is done: what is still open, and what comes next.
import type { Row } from '../../../storage/store.ts'
import type { RecordRef, RuleStore, ServiceContext } from '../types.ts'
import type { TaskSource } from './make-tasks.ts'
import { idOf, type Lane, loadPlan, placeOf, type Step, templateIds, type WorkflowPlan } from './plan.ts'
import { subjectOf } from './start.ts'

export interface Standing {
  readonly instance: Row
  /** The task that is done. */
  readonly task: string
  readonly plan: WorkflowPlan
  /** The record that it runs on. */
  readonly subject: RecordRef
  /** The step of the last tasks that were made in the lane of the task. */
  readonly step: Step
  /** The next step, if no other task of the lane is open. */
  readonly next: Step | null
  /** Other tasks of the lane are open. */
  readonly waits: boolean
  /** No other task of the instance is open. */
  readonly alone: boolean
  /** The task is the last one of its stage. */
  readonly stageEnds: boolean
  /** The task is the last one of the workflow. */
  readonly workflowEnds: boolean
}

const refOf = (row: Readonly<Row>, column: string): RecordRef | null =>
  typeof row[`${column}_id`] === 'string'
    ? { kind: String(row[`${column}_kind`]), id: String(row[`${column}_id`]) }
    : null

export const parentOf = (instance: Readonly<Row>): RecordRef => refOf(instance, 'parent') ?? { kind: '', id: '' }
export const withOf = (instance: Readonly<Row>): RecordRef | null => refOf(instance, 'with')

/** The record of an instance. */
export const instanceRef = (instance: Readonly<Row>): RecordRef => ({ kind: 'WorkflowInstance', id: idOf(instance) })

/** The live tasks of an instance. */
export const instanceTasks = (store: Pick<RuleStore, 'rowsOf'>, instance: string): Promise<Row[]> =>
  store.rowsOf('task', { workflow_instance_key: instance, deleted: null })

/** The plan of the workflow of an instance; of a deleted one too, so that what has begun can be ended. */
export async function planOf(store: RuleStore, instance: Readonly<Row>): Promise<WorkflowPlan | null> {
  const [workflow] = await store.rowsOf('workflow', { id: instance.workflow_key ?? null })
  return workflow ? loadPlan(store, workflow) : null
}

const tasksIn = (lane: Lane, tasks: readonly Row[]): Row[] => {
  const templates = templateIds(lane)
  return tasks.filter(task => templates.has(String(task.workflow_task_template_key)))
}

/** Null when the workflow has the template of the task no longer. */
export async function standingOf(store: ServiceContext, instance: Row, task: Readonly<Row>): Promise<Standing | null> {
  const plan = await planOf(store, instance)
  const place = plan && placeOf(plan, task.workflow_task_template_key)
  const subject = plan && subjectOf(plan, [parentOf(instance), withOf(instance)])
  if (!plan || !place || !subject) return null
  const others = (await instanceTasks(store, idOf(instance))).filter(other => other.id !== task.id)
  const isOpen = (other: Row) => other.completed !== 1
  const inLane = tasksIn(place.lane, others)
  const waits = inLane.some(isOpen)
  const alone = !others.some(isOpen)
  const last = inLane.reduce((a, b) => (Number(b.workflow_step) > Number(a.workflow_step) ? b : a), task)
  const step = placeOf(plan, last.workflow_task_template_key)?.step ?? place.step
  const next = place.lane[place.lane.indexOf(step) + 1] ?? null
  const stageEnds = !waits && step.stage !== null && next?.stage?.id !== step.stage.id
  const ends = { stageEnds, workflowEnds: alone && next === null }
  return { instance, task: idOf(task), plan, subject, step, next, waits, alone, ...ends }
}

/** What the next tasks of the instance have in common; null when its record is not there. */
export async function sourceOf(
  store: ServiceContext,
  { instance, task, plan, subject }: Pick<Standing, 'instance' | 'task' | 'plan' | 'subject'>,
  step: number,
): Promise<TaskSource | null> {
  const record = await store.find(subject.kind, subject.id)
  if (!record) return null
  return {
    workflow: idOf(plan.workflow),
    instance: idOf(instance),
    starter: String(instance.creator),
    parent: parentOf(instance),
    with: withOf(instance),
    subject,
    record,
    step,
    after: task,
  }
}

/** The columns that say where an instance stands: at its first open task; null when no task is open. */
export async function placeColumns(store: RuleStore, plan: WorkflowPlan | null, instance: string): Promise<Row | null> {
  const open = (await instanceTasks(store, instance)).filter(task => task.completed !== 1)
  if (open.length === 0) return null
  const templates = new Set(open.map(task => task.workflow_task_template_key))
  for (const step of plan?.lanes.flat() ?? []) {
    const template = step.templates.find(({ id = null }) => templates.has(id))
    if (!template) continue
    const workflow_stage_key = step.stage ? idOf(step.stage) : null
    return { workflow_stage_key, workflow_task_template_key: idOf(template) }
  }
  return { workflow_stage_key: null, workflow_task_template_key: null }
}
