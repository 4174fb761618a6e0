// Shows the appointments of a day on its hours.
import { useMemo } from 'react'
import type { Row } from '../../api/envelope.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { HourLines } from '../../calendar/hour-lines.tsx'
import { twoLinesMinutes } from '../../calendar/side-by-side.ts'
import { useTexts } from '../../texts/index.tsx'
import { RecordLink } from '../../ui/addresses/page-link.tsx'
import { Section } from '../../ui/display/section.tsx'
import classes from './day.module.css'
import { eventsOf, minutesIn } from './hours.ts'

const hourPx = 52
const [usualFrom, usualTo] = [8, 18]

export function Agenda({ rows, isToday }: { rows: readonly Row[]; isToday: boolean }) {
  const { day } = useTexts()
  const { culture, timeZone } = useWorkspace().session
  const minutesOf = useMemo(() => minutesIn(timeZone), [timeZone])
  const events = useMemo(() => eventsOf(rows, minutesOf), [rows, minutesOf])
  const clock = new Intl.DateTimeFormat(culture, { timeStyle: 'short', timeZone })
  const first = Math.min(usualFrom, ...events.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(usualTo, ...events.map(({ to }) => Math.ceil(to / 60)))
  const top = (minutes: number): number => ((minutes - first * 60) / 60) * hourPx
  const now = minutesOf(new Date())
  return (
    <Section title={day.appointments}>
      {events.length === 0 && <p className={classes.none}>{day.noAppointments}</p>}
      <div className={classes.hours} style={{ height: (last - first) * hourPx + 1 }}>
        <HourLines from={first} to={last} px={hourPx} />
        <ul className={classes.events}>
          {events.map(({ key, name, detail, start, from, to, column, columns }) => (
            <li
              key={key}
              className={classes.event}
              style={{
                top: top(from) + 1,
                height: top(to) - top(from) - 2,
                left: `${(column / columns) * 100}%`,
                width: `calc(${100 / columns}% - 4px)`,
              }}
            >
              <RecordLink entity="Appointment" recordKey={key} className={classes.eventName}>
                {name}
              </RecordLink>
              {to - from >= twoLinesMinutes && (
                <span className={`${classes.eventDetail} tabular`}>
                  {[clock.format(new Date(start)), detail].filter(Boolean).join(' · ')}
                </span>
              )}
            </li>
          ))}
        </ul>
        {isToday && now >= first * 60 && now <= last * 60 && (
          <div className={classes.nowBeside} aria-hidden="true">
            <div className={classes.now} style={{ top: top(now) }} />
          </div>
        )}
      </div>
    </Section>
  )
}
