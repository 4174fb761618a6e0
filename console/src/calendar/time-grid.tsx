// Shows the items of some days on the hours; they are dragged to other times, and a click on a free time makes a new one.
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { wallTime } from '../fields/parts/zone.ts'
import { useTexts } from '../texts/index.tsx'
import { PageLink } from '../ui/addresses/page-link.tsx'
import classes from './calendar.module.css'
import { HourLines } from './hour-lines.tsx'
import hours from './hours.module.css'
import { ItemLink } from './item-link.tsx'
import { type CalendarItem, minutesOn, type Shift, shifted } from './items.ts'
import { sideBySide, twoLinesMinutes } from './side-by-side.ts'
import { useDrag } from './use-drag.ts'

const hourPx = 48
const firstHour = 7
/** What the name of an hour has above its line. */
const labelPx = 10
const snapMinutes = 15
const leastMinutes = 22
interface TimeGridProps {
  readonly days: readonly string[]
  readonly items: readonly CalendarItem[]
  readonly onShift: (item: CalendarItem, shift: Shift) => void
  /** A time of the clock: `2026-11-16T09:30`. */
  readonly onSlot: (wall: string) => void
}

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export function TimeGrid({ days, items, onShift, onSlot }: TimeGridProps) {
  const { calendar: t } = useTexts()
  const { culture, timeZone } = useWorkspace().session
  const scroll = useRef<HTMLElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const now = useNow(timeZone)
  useLayoutEffect(() => {
    scroll.current?.scrollTo({ top: firstHour * hourPx - labelPx })
  }, [])
  const { handlers, shiftFor } = useDrag((x, y, isEndOnly) => {
    const column = (grid.current?.clientWidth ?? 1) / days.length
    const minutes = Math.round(((y / hourPx) * 60) / snapMinutes) * snapMinutes
    return { days: isEndOnly ? 0 : Math.round(x / column), minutes, isEndOnly }
  }, onShift)
  const placed = items.map(item => {
    const shift = shiftFor(item)
    return shift ? shifted(item, shift) : item
  })
  const weekday = new Intl.DateTimeFormat(culture, { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section ref={scroll} className={classes.scroll} tabIndex={0} aria-label={t.hours}>
      <div className={classes.heads}>
        {days.map(day => (
          <PageLink
            key={day}
            to="calendar"
            search={{ view: 'day', date: day }}
            className={classes.dayHead}
            aria-current={day === now.slice(0, 10) ? 'date' : undefined}
          >
            {weekday.format(new Date(day))}
          </PageLink>
        ))}
      </div>
      <div className={classes.times} style={{ height: 24 * hourPx }}>
        <HourLines from={0} to={23} px={hourPx} />
        <div ref={grid} className={classes.days}>
          {days.map(day => (
            <DayColumn
              key={day}
              day={day}
              label={weekday.format(new Date(day))}
              now={now}
              items={placed}
              handlersOf={item => handlers(items.find(({ id }) => id === item.id) ?? item)}
              onShift={onShift}
              onSlot={onSlot}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

interface DayColumnProps extends Omit<TimeGridProps, 'days'> {
  readonly day: string
  readonly label: string
  readonly now: string
  readonly handlersOf: (item: CalendarItem) => ReturnType<ReturnType<typeof useDrag>['handlers']>
}

function DayColumn({ day, label, now, items, handlersOf, onShift, onSlot }: DayColumnProps) {
  const { culture } = useWorkspace().session
  const clock = new Intl.DateTimeFormat(culture, { timeStyle: 'short', timeZone: 'UTC' })
  const onClick = (event: MouseEvent): void => {
    if (event.target !== event.currentTarget) return
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top
    onSlot(`${day}T${clockText(Math.min(23.5 * 60, Math.floor(y / (hourPx / 2)) * 30))}`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key N does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key N does the same
    <div className={classes.day} data-day={day} onClick={onClick}>
      <ul className={classes.items} aria-label={label}>
        {eventsOn(items, day).map(({ item, from, to, column, columns }) => (
          <li
            key={item.id}
            className={classes.item}
            data-entity={item.entity}
            data-occurrence={item.isOccurrence || undefined}
            style={{
              top: (from / 60) * hourPx + 1,
              height: ((to - from) / 60) * hourPx - 2,
              left: `${(column / columns) * 100}%`,
              width: `calc(${100 / columns}% - 3px)`,
            }}
            {...handlersOf(item)}
          >
            <ItemLink item={item} step={{ days: 0, minutes: snapMinutes }} onShift={onShift} />
            {to - from >= twoLinesMinutes && (
              <span className={classes.detail}>
                {[clock.format(new Date(`${item.start}Z`)), item.detail].filter(Boolean).join(' · ')}
              </span>
            )}
            {item.entity === 'Appointment' && <span className={classes.end} data-end="" aria-hidden="true" />}
          </li>
        ))}
      </ul>
      {now.startsWith(day) && (
        <div className={hours.now} style={{ top: (minutesOfClock(now) / 60) * hourPx }} aria-hidden="true" />
      )}
    </div>
  )
}

const minutesOfClock = (wall: string): number => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))

const eventsOn = (items: readonly CalendarItem[], day: string) =>
  sideBySide(
    items.flatMap(item => {
      const minutes = minutesOn(item, day)
      if (!minutes) return []
      const from = Math.min(minutes.from, 24 * 60 - leastMinutes)
      return [{ item, from, to: Math.max(minutes.to, from + leastMinutes) }]
    }),
  )

/** The time of the clock, once a minute. */
function useNow(timeZone: string): string {
  const [now, setNow] = useState(() => wallTime(Date.now(), timeZone))
  useEffect(() => {
    const timer = setInterval(() => setNow(wallTime(Date.now(), timeZone)), 60_000)
    return () => clearInterval(timer)
  }, [timeZone])
  return now
}
