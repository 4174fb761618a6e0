// Shows and edits moments in the time zone of the user.
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { dateFilter } from './date.tsx'
import type { EditorProps, Kind } from './field.ts'
import { memberText } from './field.ts'
import { MomentInput } from './parts/moments.tsx'
import { momentOf, wallTime } from './parts/zone.ts'
import { editing } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

function DateTimeEditor({ field, value, onChange, ...rest }: EditorProps) {
  const { culture, timeZone } = useWorkspace().session
  const [wall, setWall] = useState(() => {
    const moment = memberText(value, 'Value')
    return moment === '' ? '' : wallTime(moment, timeZone)
  })
  return (
    <MomentInput
      {...editing(rest)}
      label={field.label}
      wall={wall}
      withTime
      onWall={next => {
        setWall(next)
        if (next === '') return onChange(null)
        const Value = momentOf(next, timeZone)
        const format = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'short', timeZone })
        onChange({ Value, DisplayValue: format.format(new Date(Value)) })
      }}
    />
  )
}

export const dateTime: Kind = {
  ...valueKinds.dateTime,
  Editor: DateTimeEditor,
  ...dateFilter,
}
