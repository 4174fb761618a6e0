// Assigns a task to a user, records who completed it and when, and makes the next task of a series.

import { type Recurrence, recurrenceTypes } from '../../fields/kinds/particular/recurrence.ts'
import type { Row } from '../../storage/store.ts'
import { defaultUser } from './default-user.ts'
import { dayOf, laterTask, nextOccurrence, occurrenceOf, writeOccurrences, zoneOf } from './occurrences.ts'
import type { EntityRules, RuleContext } from './types.ts'
import { endByDeletion, resumeByRestoring } from './workflows/instance-rules.ts'
import { checkStep, takeStep } from './workflows/task-steps.ts'

export const taskRules: EntityRules = {
  before: async write => {
    defaultUser(write, 'assigned_to')
    noteCompletion(write)
    await settleRecurrence(write)
    await checkStep(write)
  },
  after: async write => {
    await takeStep(write)
    const { row, before, id, now } = write
    if (row.recurrence_type === 0 && !before.recurrence_type) return
    await changeSeries(write)
    if (row.completed === 1 && before.completed !== 1) await makeNext(write)
    const shown = ['recurrence', 'date_time', 'completed', 'assigned_to']
    if (shown.some(name => row[name] !== before[name])) await writeOccurrences(write, { ...row, id }, now)
  },
  afterDelete: endByDeletion,
  afterRestore: resumeByRestoring,
  lockedBehind: { entity: 'WorkflowInstance', column: 'workflow_instance_key' },
}

function noteCompletion({ row, before, now, uid }: RuleContext): void {
  const done = row.completed === 1
  if (done === (before.completed === 1)) return
  row.completion_date = done ? now : null
  row.completed_by = done ? uid : null
}

/** The first task gives its identifier to the series. Without a recurrence the task leaves its series. */
async function settleRecurrence(write: RuleContext): Promise<void> {
  const { row, before, id } = write
  const recurrence = typeof row.recurrence === 'string' ? (JSON.parse(row.recurrence) as Recurrence) : null
  row.recurrence_type = recurrence ? recurrenceTypes.indexOf(recurrence.Pattern.Type) + 1 : 0
  if (recurrence === null) {
    Object.assign(row, { recurrence_key: null, recurrence_number: null, recurrence_day: null })
    return
  }
  row.recurrence_key ??= id
  row.recurrence_number ??= 1
  if (row.recurrence !== before.recurrence && typeof row.date_time === 'number')
    row.recurrence_day = dayOf(row.date_time, await zoneOf(write, row.assigned_to))
}

/** A pattern that is changed in an earlier task of the series holds for its open tasks, too. */
async function changeSeries(write: RuleContext): Promise<void> {
  const { row, before, id, now } = write
  if (write.creating || row.recurrence === before.recurrence || typeof row.recurrence !== 'string') return
  const { recurrence, recurrence_type = null } = row
  for (const task of await write.findBy('Task', 'recurrence_key', row.recurrence_key ?? null)) {
    if (task.id === id || task.completed === 1) continue
    const recurrence_day = dayOf(Number(task.date_time), await zoneOf(write, task.assigned_to))
    const columns = { recurrence, recurrence_type, recurrence_day }
    await write.changeRecord('Task', task.id as string, columns)
    await writeOccurrences(write, { ...task, ...columns, id: task.id as string }, now)
  }
}

/** What the next task does not take from the one before: columns of its own, and how that one ended. */
const ownColumns = new Set([
  ...['id', 'version', 'created', 'modified', 'modified_by', 'occurrences_until'],
  ...['completed', 'completion_date', 'completed_by', 'status', 'result', 'snooze_until'],
  ...['workflow_key', 'workflow_task_template_key', 'workflow_instance_key', 'workflow_step', 'workflow_after'],
])

async function makeNext(write: RuleContext): Promise<void> {
  const { row, id, now } = write
  const occurrence = await occurrenceOf(write, row)
  const due = occurrence && nextOccurrence(occurrence, now)
  if (occurrence === null || due === null || (await laterTask(write, row))) return
  const copied = Object.fromEntries(Object.entries(row).filter(([name]) => !ownColumns.has(name)))
  const alarm = typeof row.alarm_time === 'number' ? row.alarm_time + due - occurrence.due : null
  const next: Row & { id: string } = {
    ...copied,
    id: write.newId(),
    date_time: due,
    alarm_time: alarm,
    completed: 0,
    recurrence_number: occurrence.number + 1,
  }
  await write.createRecord('Task', next)
  for (const value of await write.rowsOf('udf_value', { owner: id }))
    await write.put('udf_value', { ...value, owner: next.id })
  await writeOccurrences(write, { ...next, creator: row.creator ?? null, modified: now }, now)
}
