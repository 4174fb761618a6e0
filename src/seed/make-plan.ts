// Generates what is planned for these days: tasks and appointments with an entry.
import { isoDateTime } from '../fields/moment.ts'
import { appointmentSubjects, taskActivities } from './data/texts.ts'
import { type GeneratedRecord, type GeneratorContext, recentDays, refer, workingTime } from './generated-record.ts'
import type { Entry } from './make-entry.ts'

/** Days from today, in the past and in the future. */
const planned = [-6, -3, -2, -1, 0, 0, 0, 1, 1, 2, 3, 5, 8, 13]

export function makeTask(context: GeneratorContext, entry: Entry): GeneratedRecord {
  const { random, today } = context
  const due = workingTime(context, -random.pick(planned))
  const data: Record<string, unknown> = {
    Activity: random.pick(taskActivities),
    DateTime: isoDateTime(due),
    AbEntryKey: refer(entry.id),
    AssignedTo: { Uid: entry.uid },
    Completed: due < today && random.chance(0.7),
  }
  return { entity: 'Task', id: context.newId(), ...madeRecently(context, entry), data }
}

export function makeAppointment(context: GeneratorContext, entry: Entry): GeneratedRecord {
  const { random } = context
  const start = workingTime(context, -random.pick(planned))
  const data: Record<string, unknown> = {
    Subject: random.pick(appointmentSubjects),
    StartDate: isoDateTime(start),
    EndDate: isoDateTime(start + random.pick([30, 60, 60, 90]) * 60),
    AbEntries: [refer(entry.id)],
    Organizer: { Uid: entry.uid },
  }
  return { entity: 'Appointment', id: context.newId(), ...madeRecently(context, entry), data }
}

/** Plans are made a few weeks ahead, and never before their entry. */
const madeRecently = (context: GeneratorContext, { at, daysAgo, uid }: Entry) => ({
  at: Math.max(at, workingTime(context, Math.max(1, recentDays(context, daysAgo)))),
  uid,
})
