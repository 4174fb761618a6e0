// Draws the lines of the hours of a day, with their names.
import { useWorkspace } from '../api/workspace.tsx'
import classes from './hours.module.css'

interface HourLinesProps {
  readonly from: number
  readonly to: number
  /** The height of an hour. */
  readonly px: number
}

export function HourLines({ from, to, px }: HourLinesProps) {
  const { culture } = useWorkspace().session
  // The hours are those of a clock, not of a day, so any zone without changes of the clock will do.
  const nameOf = new Intl.DateTimeFormat(culture, { hour: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: to - from + 1 }, (_, at) => from + at).map(hour => (
    <div key={hour} className={classes.hour} style={{ top: (hour - from) * px }} aria-hidden="true">
      <span className="tabular">{hour === 0 ? '' : nameOf.format(new Date(Date.UTC(2000, 0, 1, hour)))}</span>
    </div>
  ))
}
