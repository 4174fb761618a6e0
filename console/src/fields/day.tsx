// Shows and edits moments of which only the day counts, such as the day on which a sale is to be closed.
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { dateFilter } from './date.tsx'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { memberText } from './field.ts'
import { dayText } from './parts/day-text.ts'
import { MomentInput } from './parts/moments.tsx'
import { momentOf, wallTime } from './parts/zone.ts'
import { editing } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

function DayCell({ value }: ShownProps) {
  const { session } = useWorkspace()
  return dayText(memberText(value, 'Value'), session)
}

/** At noon it is the same day in nearly all time zones. */
export const momentOfDay = (day: string, timeZone: string): string => momentOf(`${day}T12:00`, timeZone)

function DayEditor({ field, value, onChange, ...rest }: EditorProps) {
  const { session } = useWorkspace()
  const [day, setDay] = useState(() => {
    const moment = memberText(value, 'Value')
    return moment === '' ? '' : wallTime(moment, session.timeZone).slice(0, 10)
  })
  return (
    <MomentInput
      {...editing(rest)}
      label={field.label}
      wall={day}
      withTime={false}
      onWall={next => {
        setDay(next)
        if (next === '') return onChange(null)
        const Value = momentOfDay(next, session.timeZone)
        onChange({ Value, DisplayValue: dayText(Value, session) })
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
