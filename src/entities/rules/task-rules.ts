// Assigns a task to a user, notes who completed it and when, and writes the times at which it recurs.

import { type Recurrence, recurrenceTypes } from '../../fields/kinds/particular/recurrence.ts'
import { defaultUser } from './default-user.ts'
import { writeOccurrences } from './occurrences.ts'
import type { EntityRules, RuleContext } from './types.ts'

export const taskRules: EntityRules = {
  before: write => {
    const { row, id } = write
    defaultUser(write, 'assigned_to')
    noteCompletion(write)
    const recurrence = typeof row.recurrence === 'string' ? (JSON.parse(row.recurrence) as Recurrence) : null
    row.recurrence_type = recurrence ? recurrenceTypes.indexOf(recurrence.Pattern.Type) + 1 : 0
    row.recurrence_key = recurrence ? id : null
  },
  after: async write => {
    const { row, before, id, now } = write
    if (row.recurrence_type === 0 && !before.recurrence_type) return
    if (row.recurrence === before.recurrence && row.date_time === before.date_time) return
    await writeOccurrences(write, { ...row, id }, now)
  },
}

function noteCompletion({ row, before, now, uid }: RuleContext): void {
  const done = row.completed === 1
  if (done === (before.completed === 1)) return
  row.completion_date = done ? now : null
  row.completed_by = done ? uid : null
}
