// Makes the tasks of a workflow from their templates: for whom, by when, about which record.
import { foldedPair } from '../../../fields/kinds/text.ts'
import { systemUid } from '../../../fields/kinds/user.ts'
import type { Row } from '../../../storage/store.ts'
import { zoneOf } from '../occurrences.ts'
import type { OtherRecords, RecordRef, RuleStore } from '../types.ts'
import { alarmTime, dueTime } from './due-time.ts'
import { idOf, type Step } from './plan.ts'

/** The words of AssignedToExpression that are no Uid. */
export const assigneeWords = ['AccountManager', 'WorkflowStarter', 'Creator'] as const

/** What the tasks of an instance have in common. */
export interface TaskSource {
  readonly workflow: string
  readonly instance: string
  /** The Uid of the user who started the instance. */
  readonly starter: string
  readonly parent: RecordRef
  readonly with: RecordRef | null
  /** The record that the workflow runs on, and its row. */
  readonly subject: RecordRef
  readonly record: Readonly<Row>
  /** The number of the group of tasks. */
  readonly step: number
  /** The task whose completion makes them; null at the start. */
  readonly after: string | null
}

type NewTask = Row & { readonly id: string }

const isUser = (uid: unknown): uid is string => typeof uid === 'string' && uid !== '' && uid !== systemUid

/** The Uid of the user to whom a task is assigned. */
export async function assigneeOf(
  store: RuleStore,
  template: Readonly<Row>,
  source: TaskSource,
): Promise<string | null> {
  const { subject, record, starter } = source
  const own = isUser(starter) ? starter : null
  const creator = isUser(record.creator) ? record.creator : own
  const expression = template.assigned_to_expression ?? 'WorkflowStarter'
  if (expression === 'WorkflowStarter') return own
  if (expression === 'Creator') return creator
  if (expression !== 'AccountManager') return String(expression)
  const manager =
    subject.kind === 'Case' || subject.kind === 'Lead'
      ? record.assigned_to
      : subject.kind === 'AbEntry'
        ? record.account_manager
        : (await store.rowsOf('ab_entry', { id: record.ab_entry_key ?? null }))[0]?.account_manager
  return isUser(manager) ? manager : creator
}

/** The columns of the records that a task is about. */
function aboutOf({ parent, with: other, subject, record }: TaskSource): Row {
  const entry = [parent, other].find(ref => ref?.kind === 'AbEntry')?.id ?? record.ab_entry_key ?? null
  const lead = subject.kind === 'Lead' ? subject.id : null
  const further = other ?? (parent.kind === 'Opportunity' || parent.kind === 'Case' ? parent : null)
  return {
    ab_entry_key: subject.kind === 'Lead' ? null : entry,
    lead_key: lead,
    with_kind: further?.kind ?? null,
    with_id: further?.id ?? null,
  }
}

/** The tasks of a step, which are not written yet. `from` is the time that offsets count from, in epoch seconds. */
export async function tasksOf(
  store: RuleStore,
  { templates }: Pick<Step, 'templates'>,
  source: TaskSource,
  from: number,
): Promise<NewTask[]> {
  const tasks: NewTask[] = []
  for (const template of templates) {
    const assigned = await assigneeOf(store, template, source)
    const zone = await zoneOf(store, assigned)
    const due = dueTime(template, from, zone)
    const alarm = alarmTime(template, due, zone)
    tasks.push({
      id: store.newId(),
      ...foldedPair('activity', String(template.subject)),
      date_time: due,
      assigned_to: assigned,
      priority: template.priority ?? null,
      icon_type: template.icon_type ?? null,
      category: template.category ?? null,
      alarm: Number(alarm !== null),
      alarm_time: alarm,
      completed: 0,
      recurrence_type: 0,
      workflow_key: source.workflow,
      workflow_task_template_key: idOf(template),
      workflow_instance_key: source.instance,
      workflow_step: source.step,
      workflow_after: source.after,
      // The user who completes a task gets no rights in the next one.
      creator: source.starter,
      ...aboutOf(source),
    })
  }
  return tasks
}

export async function makeTasks(
  store: RuleStore & OtherRecords,
  step: Pick<Step, 'templates'>,
  source: TaskSource,
  from: number,
): Promise<NewTask[]> {
  const tasks = await tasksOf(store, step, source, from)
  for (const task of tasks) await store.createRecord('Task', task)
  return tasks
}
