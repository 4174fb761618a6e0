// Shows and edits moments in the time zone of the user.
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { dateFilter } from './date.tsx'
import type { EditorProps, Kind } from './field.ts'
import { memberOf, shownText, textOf } from './field.ts'
import { MomentInput } from './parts/moments.tsx'
import { momentOf, wallTime } from './parts/zone.ts'
import { editing } from './text.tsx'

function DateTimeEditor({ field, value, onChange, ...rest }: EditorProps) {
  const { culture, timeZone } = useWorkspace().session
  const [wall, setWall] = useState(() => {
    const moment = textOf(value, 'Value')
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
  select: () => ({ Value: 1, DisplayValue: 1 }),
  text: shownText,
  write: value => memberOf(value, 'Value') ?? null,
  Editor: DateTimeEditor,
  ...dateFilter,
  width: 180,
}
