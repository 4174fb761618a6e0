// Makes the calendar of a person: appointments and, by choice, tasks, read with the rights of that person.
import type { Caller } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import { readAs } from '../envelope/read-as.ts'
import type { OperationParts } from '../envelope/run.ts'
import { isoDateTime } from '../fields/moment.ts'
import { type CalendarEvent, calendarText, usualSeconds } from './ics.ts'

/** How far the calendar goes back and ahead, and how much of each sort it has. */
const pastDays = 90
const futureDays = 400
const most = 1_000
const answerLength = 4 * 1024 ** 2
const daySeconds = 86_400

type Row = Readonly<Record<string, unknown>>

interface FeedParts {
  readonly operations: OperationParts
  /** The public origin, to which the links of the events lead. */
  readonly origin: () => string
}

const me = { $EQ: '$CURRENTUSER()' }

function requestOf(from: string, to: string, tasks: boolean): Record<string, unknown> {
  const member = (fields: readonly string[], SearchQuery: Row, order: string) => ({
    Scope: { Fields: Object.fromEntries(fields.map(field => [field, 1])) },
    Criteria: { SearchQuery, Top: most },
    OrderBy: { Fields: [{ [order]: 'ASC' }] },
  })
  const common = ['Key', 'Version', 'LastModifyDate', 'CreationDate']
  const appointments = member(
    [...common, 'Subject', 'StartDate', 'EndDate', 'Description', 'Location', 'Private'],
    { StartDate: { $RANGE: [from, to] }, $OR: [{ Organizer: me }, { Users: me }] },
    'StartDate',
  )
  if (!tasks) return { 'Appointment.feed': appointments }
  return {
    'Appointment.feed': appointments,
    'Task.feed': member(
      [...common, 'Activity', 'DateTime'],
      { DateTime: { $RANGE: [from, to] }, AssignedTo: me, Completed: { $EQ: false } },
      'DateTime',
    ),
    'Activity.feed': member(
      ['Key', 'TaskKey', 'Subject', 'StartDate', 'CreationDate'],
      { StartDate: { $RANGE: [from, to] }, AssignedTo: me },
      'StartDate',
    ),
  }
}

const secondsOf = (value: unknown): number | null =>
  typeof value === 'string' ? Math.floor(Date.parse(value) / 1000) : null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const rowsOf = (answer: Row, member: string): readonly Row[] => (answer[member] as { Data?: Row[] })?.Data ?? []

/** The calendar as iCalendar text: the same text as long as nothing in it changes. */
export async function calendarFeed(
  { operations, origin }: FeedParts,
  { owner, tasks }: { readonly owner: Omit<Caller, 'application' | 'chain' | 'scope'>; readonly tasks: boolean },
  gone: () => AbortSignal,
): Promise<string> {
  const today = Math.floor(seconds(operations.clock) / daySeconds) * daySeconds
  const body = requestOf(
    isoDateTime(today - pastDays * daySeconds),
    isoDateTime(today + futureDays * daySeconds),
    tasks,
  )
  const answer: Row = await readAs(owner, body, operations, { bytes: answerLength, gone })
  const link = (path: string, key: unknown): string =>
    `${origin()}/d/${encodeURIComponent(owner.database)}/${path}/${encodeURIComponent(String(key))}`
  const found = [
    ...rowsOf(answer, 'Appointment.feed').flatMap(row => appointmentEvent(row, link('appointments', row.Key))),
    ...taskEvents(rowsOf(answer, 'Task.feed'), rowsOf(answer, 'Activity.feed'), link),
  ]
  return calendarText(`Clientele: ${owner.database}`, found)
}

const modifiedOf = (row: Row): number => secondsOf(row.LastModifyDate) ?? secondsOf(row.CreationDate) ?? 0

function appointmentEvent(row: Row, url: string): CalendarEvent[] {
  const start = secondsOf(row.StartDate)
  if (start === null) return []
  return [
    {
      uid: `${String(row.Key)}@clientele`,
      start,
      end: secondsOf(row.EndDate) ?? start + usualSeconds,
      modified: modifiedOf(row),
      sequence: Number(row.Version ?? 0),
      summary: textOf(row.Subject),
      description: textOf(row.Description),
      location: locationOf(row.Location),
      url,
      isPrivate: row.Private === true,
    },
  ]
}

/** A location is a text, or one of a list with a name. */
const locationOf = (value: unknown): string =>
  textOf(value) || textOf((value as { Name?: unknown; DisplayValue?: unknown } | null)?.DisplayValue)

/** Tasks that are open, and the later times of those that recur. Their time counts as free. */
function taskEvents(tasks: readonly Row[], times: readonly Row[], link: (path: string, key: unknown) => string) {
  const event = (id: string, row: Row, key: unknown, name: unknown, at: unknown): CalendarEvent[] => {
    const start = secondsOf(at)
    if (start === null) return []
    const end = start + usualSeconds
    const facts = { modified: modifiedOf(row), sequence: Number(row.Version ?? 0), summary: textOf(name) }
    return [{ uid: `${id}@clientele`, start, end, ...facts, url: link('tasks', key), isFree: true }]
  }
  const stand = new Set(tasks.map(row => `${String(row.Key)} ${secondsOf(row.DateTime)}`))
  return [
    ...tasks.flatMap(row => event(String(row.Key), row, row.Key, row.Activity, row.DateTime)),
    ...times
      .filter(row => !stand.has(`${String(row.TaskKey)} ${secondsOf(row.StartDate)}`))
      .flatMap(row => event(String(row.Key), row, row.TaskKey, row.Subject, row.StartDate)),
  ]
}
