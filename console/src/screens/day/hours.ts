// Places appointments on the hours of a day; those at the same time stand side by side.
import { type Row, textOf } from '../../api/envelope.ts'
import { sideBySide } from '../../calendar/side-by-side.ts'

interface AgendaEvent {
  readonly key: string
  readonly name: string
  readonly detail: string
  readonly start: string
  /** Minutes of the day. */
  readonly from: number
  readonly to: number
  /** Which of the columns that stand side by side, and of how many. */
  readonly column: number
  readonly columns: number
}

const usualMinutes = 30
const leastMinutes = 24

/** The minutes since midnight, by the clock of a time zone. */
export function minutesIn(timeZone: string): (moment: Date) => number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return moment => {
    const [hours = 0, minutes = 0] = clock.format(moment).split(':').map(Number)
    return hours * 60 + minutes
  }
}

const momentOf = (value: unknown): string | null => (value as { Value?: string } | null)?.Value ?? null

export function eventsOf(rows: readonly Row[], minutesOf: (moment: Date) => number): readonly AgendaEvent[] {
  const events = rows.map(row => {
    const start = momentOf(row.StartDate) ?? ''
    const end = momentOf(row.EndDate)
    const from = minutesOf(new Date(start))
    const lasts = end ? (new Date(end).getTime() - new Date(start).getTime()) / 60_000 : usualMinutes
    return {
      key: String(row.Key),
      name: textOf(row.Subject),
      detail: [textOf(row.AbEntries), textOf(row.Location)].filter(Boolean).join(' · '),
      start,
      from,
      to: Math.min(24 * 60, from + Math.max(leastMinutes, lasts)),
    }
  })
  return sideBySide(events)
}
