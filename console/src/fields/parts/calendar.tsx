// Shows a month of which a day is picked, in a chunk of its own with the date library.
import '@mantine/dates/styles.css'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useWorkspace } from '../../api/workspace.tsx'

interface Props {
  readonly day: string | null
  onDay(day: string): void
}

export function Calendar({ day, onDay }: Props) {
  const { culture } = useWorkspace().session
  return (
    <DatesProvider settings={{ firstDayOfWeek: 1 }}>
      <DatePicker
        key={day}
        value={day}
        defaultDate={day ?? undefined}
        onChange={next => {
          if (next !== null) onDay(next)
        }}
        monthLabelFormat={date => monthName(date, culture)}
        weekdayFormat={date => weekdayName(date, culture)}
        size="sm"
        highlightToday
      />
    </DatesProvider>
  )
}

const monthName = (date: string, culture: string): string =>
  new Intl.DateTimeFormat(culture, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}Z`))

const weekdayName = (date: string, culture: string): string =>
  new Intl.DateTimeFormat(culture, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${date}Z`))
