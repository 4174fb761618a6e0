// Shows a task that is moved to another day by one press.
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { hint } from '../../ui/controls/hint.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { TaskLine } from './task-line.tsx'

const dayMs = 86_400_000

/** The same time on another day. */
function movedTo(date: string, moment: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(moment.slice(0, 10))) / dayMs)
  return new Date(Date.parse(moment) + days * dayMs).toISOString()
}

interface TaskProps {
  readonly recordKey: string
  /** The day to which an overdue task is moved; another task is moved to the day after it. */
  readonly date: string
  readonly isLate: boolean
  /** The time is shown with its date. */
  readonly hasDate?: boolean
}

export function Task({ recordKey, date, isLate, hasDate = isLate }: TaskProps) {
  const { day } = useTexts()
  const { session } = useWorkspace()
  const time = new Intl.DateTimeFormat(session.culture, { timeStyle: 'short', timeZone: session.timeZone })
  const next = isLate ? date : new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
  return (
    <TaskLine
      recordKey={recordKey}
      isLate={() => isLate}
      timeOf={({ text, moment }) => (hasDate ? text : time.format(new Date(moment)))}
      end={({ name, moment, change }) => {
        const label = isLate ? day.toToday(name) : day.toTomorrow(name)
        const changes = { DateTime: { Value: movedTo(next, moment), DisplayValue: '' } }
        return (
          <IconButton {...hint(label)} aria-label={label} onClick={() => change(changes, day.putOff(name))}>
            <Icon name="right" size={14} />
          </IconButton>
        )
      }}
    />
  )
}
