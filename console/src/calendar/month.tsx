// Shows the items of a month, day by day; they are dragged to other days, and a click on a day makes a new one.
import { useRef } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { PageLink } from '../ui/addresses/page-link.tsx'
import classes from './calendar.module.css'
import { ItemLink } from './item-link.tsx'
import { type CalendarItem, minutesOn, type Shift, shifted } from './items.ts'
import { useDrag } from './use-drag.ts'

const shownMost = 4

interface MonthProps {
  readonly days: readonly string[]
  /** `2026-11`: days of other months are dimmed. */
  readonly month: string
  readonly today: string
  readonly items: readonly CalendarItem[]
  readonly onShift: (item: CalendarItem, shift: Shift) => void
  readonly onSlot: (wall: string) => void
}

export function Month({ days, month, today, items, onShift, onSlot }: MonthProps) {
  const { culture } = useWorkspace().session
  const grid = useRef<HTMLDivElement>(null)
  const { handlers, shiftFor } = useDrag((x, y) => {
    const { clientWidth = 7, clientHeight = 1 } = grid.current ?? {}
    const weeks = days.length / 7
    return {
      days: Math.round(x / (clientWidth / 7)) + 7 * Math.round(y / (clientHeight / weeks)),
      minutes: 0,
      isEndOnly: false,
    }
  }, onShift)
  const placed = items
    .map(item => {
      const shift = shiftFor(item)
      return shift ? shifted(item, shift) : item
    })
    .sort((a, b) => a.start.localeCompare(b.start))
  const weekday = new Intl.DateTimeFormat(culture, { weekday: 'short', timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat(culture, { timeStyle: 'short', timeZone: 'UTC' })
  const full = new Intl.DateTimeFormat(culture, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <div className={classes.month}>
      <div className={classes.weekdays} aria-hidden="true">
        {days.slice(0, 7).map(day => (
          <span key={day}>{weekday.format(new Date(day))}</span>
        ))}
      </div>
      <div ref={grid} className={classes.cells} style={{ gridTemplateRows: `repeat(${days.length / 7}, 1fr)` }}>
        {days.map(day => (
          <Cell
            key={day}
            day={day}
            label={full.format(new Date(day))}
            clock={clock}
            isOther={!day.startsWith(month)}
            isToday={day === today}
            items={placed.filter(item => minutesOn(item, day) !== null)}
            handlersOf={item => handlers(items.find(({ id }) => id === item.id) ?? item)}
            onShift={onShift}
            onSlot={onSlot}
          />
        ))}
      </div>
    </div>
  )
}

interface CellProps extends Pick<MonthProps, 'items' | 'onShift' | 'onSlot'> {
  readonly day: string
  readonly label: string
  readonly clock: Intl.DateTimeFormat
  readonly isOther: boolean
  readonly isToday: boolean
  readonly handlersOf: (item: CalendarItem) => ReturnType<ReturnType<typeof useDrag>['handlers']>
}

function Cell({ day, label, clock, isOther, isToday, items, handlersOf, onShift, onSlot }: CellProps) {
  const { calendar: t } = useTexts()
  const rest = items.length - shownMost
  const toDay = { to: 'calendar', search: { view: 'day', date: day } }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key N does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key N does the same
    <div
      className={classes.cell}
      data-day={day}
      data-other={isOther || undefined}
      onClick={event => event.target === event.currentTarget && onSlot(`${day}T09:00`)}
    >
      <PageLink {...toDay} className={classes.date} aria-label={label} aria-current={isToday ? 'date' : undefined}>
        {Number(day.slice(8))}
      </PageLink>
      <ul className={classes.lines}>
        {items.slice(0, rest > 0 ? shownMost - 1 : shownMost).map(item => (
          <li
            key={item.id}
            className={classes.line}
            data-entity={item.entity}
            data-occurrence={item.isOccurrence || undefined}
            {...handlersOf(item)}
          >
            <span className={`${classes.lineTime} tabular`}>{clock.format(new Date(`${item.start}Z`))}</span>
            <ItemLink item={item} step={{ days: 7, minutes: 0 }} onShift={onShift} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <PageLink {...toDay} className={classes.rest}>
          {t.more(rest + 1)}
        </PageLink>
      )}
    </div>
  )
}
