// Shows and edits moments of which only the day counts, such as the day on which a sale is to be closed.
import { useWorkspace } from '../api/workspace.tsx'
import { CalendarDayEditor, dateFilter } from './date.tsx'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { memberText } from './field.ts'
import { dayText } from './parts/day-text.ts'
import { momentOf, wallTime } from './parts/zone.ts'
import { valueKinds } from './value-kinds.ts'

function DayCell({ value }: ShownProps) {
  const { session } = useWorkspace()
  return dayText(memberText(value, 'Value'), session)
}

/** At noon it is the same day in nearly all time zones. */
export const momentOfDay = (day: string, timeZone: string): string => momentOf(`${day}T12:00`, timeZone)

function DayEditor(props: EditorProps) {
  const { session } = useWorkspace()
  const moment = memberText(props.value, 'Value')
  return (
    <CalendarDayEditor
      {...props}
      first={moment === '' ? '' : wallTime(moment, session.timeZone).slice(0, 10)}
      makeValue={day => {
        const Value = momentOfDay(day, session.timeZone)
        return { Value, DisplayValue: dayText(Value, session) }
      }}
    />
  )
}

export const day: Kind = {
  ...valueKinds.day,
  Cell: DayCell,
  Editor: DayEditor,
  ...dateFilter,
}
