// Starts a workflow on a record: makes its instance and its first tasks.
import { encodeKey } from '../../../fields/record-key.ts'
import type { Row } from '../../../storage/store.ts'
import type { RecordRef, ServiceContext } from '../types.ts'
import { makeTasks, type TaskSource, tasksOf } from './make-tasks.ts'
import { idOf, loadPlan, type WorkflowPlan } from './plan.ts'

export interface StartRequest {
  readonly workflow: Row
  readonly parent: RecordRef
  readonly with: RecordRef | null
  /** The workflow as lanes; read when it is left out. */
  readonly plan?: WorkflowPlan
  /** The instance whose branch starts the workflow. */
  readonly startedBy?: string
  /** The trigger that starts the workflow. */
  readonly trigger?: string
  /** How many instances have started each other by triggers, this one included. */
  readonly depth?: number
  /** The record, locked, on which the workflow does not run; it is read and locked when it is left out. */
  readonly free?: Row
  /** Nothing is written. */
  readonly dryRun?: boolean
}

interface Start {
  readonly instance: string
  readonly tasks: readonly Row[]
  readonly plan: WorkflowPlan
  readonly source: TaskSource
}

/** The record that a workflow runs on: that of its entity. */
export const subjectOf = ({ entity }: WorkflowPlan, refs: readonly (RecordRef | null)[]): RecordRef | null =>
  refs.find(ref => ref?.kind === entity) ?? null

/** The running instance of a workflow on the same records; null when there is none. */
export async function runningInstance(
  store: Pick<ServiceContext, 'rowsOf'>,
  workflow: string,
  parent: RecordRef,
  other: RecordRef | null,
): Promise<Row | null> {
  const found = await store.rowsOf('workflow_instance', {
    parent_kind: parent.kind,
    parent_id: parent.id,
    with_id: other?.id ?? null,
    workflow_key: workflow,
    status: 0,
    deleted: null,
  })
  return found[0] ?? null
}

/** Null when the start was refused: then `problems` says why. */
export async function startWorkflow(context: ServiceContext, request: StartRequest): Promise<Start | null> {
  const { workflow, parent, with: other } = request
  const { path, problems } = context
  const plan = request.plan ?? (await loadPlan(context, workflow))
  const refuse = (error: Parameters<typeof problems.add>[0], member: string, why: string): null => {
    problems.add(error, `${path}.${member}`, `${path}.${member}: the workflow "${workflow.name}" ${why}.`)
    return null
  }
  if (workflow.inactive === 1) return refuse('RuleViolated', 'Key', 'is inactive')
  if (plan.lanes.length === 0) return refuse('RuleViolated', 'Key', 'has no task')
  const subject = subjectOf(plan, [parent, other])
  if (!subject) return refuse('WrongKeyKind', 'ParentKey', `runs on a record of ${plan.entity}`)
  // The lock makes starts on one record wait for each other.
  const record = request.free ?? (await context.find(subject.kind, subject.id, 'update'))
  if (!record) return refuse('UnknownKey', 'ParentKey', 'is to run on a record that does not exist')
  const running = request.free ? null : await runningInstance(context, idOf(workflow), parent, other)
  if (running) {
    const key = encodeKey('WorkflowInstance', idOf(running))
    return refuse('AlreadyExists', 'ParentKey', `runs there already: ${key}`)
  }
  const instance = context.newId()
  const source = {
    workflow: idOf(workflow),
    instance,
    starter: context.uid,
    parent,
    with: other,
    subject,
    record,
    step: 1,
    after: null,
  }
  const tasks = request.dryRun
    ? await tasksOf(context, firstStep(plan), source, context.now)
    : await begin(context, plan, source, request)
  return { instance, tasks, plan, source }
}

/** The first tasks of all lanes. */
const firstStep = ({ lanes }: WorkflowPlan) => ({ templates: lanes.flatMap(([step]) => step?.templates ?? []) })

async function begin(
  context: ServiceContext,
  plan: WorkflowPlan,
  source: TaskSource,
  { startedBy, trigger, depth }: StartRequest,
): Promise<readonly Row[]> {
  const [first] = plan.lanes[0] ?? []
  await context.createRecord('WorkflowInstance', {
    id: source.instance,
    workflow_key: source.workflow,
    workflow_stage_key: first?.stage ? idOf(first.stage) : null,
    workflow_task_template_key: first?.templates[0] ? idOf(first.templates[0]) : null,
    parent_kind: source.parent.kind,
    parent_id: source.parent.id,
    with_kind: source.with?.kind ?? null,
    with_id: source.with?.id ?? null,
    status: 0,
    completed: 0,
    steps: source.step,
    started_by: startedBy ?? null,
    trigger_key: trigger ?? null,
    depth: depth ?? 0,
  })
  const caused = { ...context, ...context.because({ kind: 'WorkflowInstance', id: source.instance }) }
  return makeTasks(caused, firstStep(plan), source, context.now)
}
