// Shows the appointments and tasks of the person by week, day or month.
import { Button, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { usePreference } from '../api/preferences.ts'
import { useWorkspace } from '../api/workspace.tsx'
import classes from '../calendar/calendar.module.css'
import { type CalendarView, calendarViews, daysOfView, firstDayOfWeek, isDay, stepped } from '../calendar/days.ts'
import { shiftedWall } from '../calendar/items.ts'
import { Month } from '../calendar/month.tsx'
import { TimeGrid } from '../calendar/time-grid.tsx'
import { useItems, useShift } from '../calendar/use-items.ts'
import { momentOf, wallTime } from '../fields/parts/zone.ts'
import { NewButton } from '../forms/new-button.tsx'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { hint } from '../ui/controls/hint.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'

const NewRecord = lazyPart(async () => (await import('../forms/new-record.tsx')).NewRecord, { waiting: null })

const params = { view: choiceParam(calendarViews), date: textParam<string>('') }

export default function Calendar() {
  const { calendar: t } = useTexts()
  const { culture, timeZone } = useWorkspace().session
  const [{ view, date }, setSearch] = useSearchParams(params)
  const [withTasks, setTasks] = usePreference('calendar.tasks', true)
  const [slot, setSlot] = useState<string | null>(null)
  const today = wallTime(Date.now(), timeZone).slice(0, 10)
  const day = isDay(date) ? date : today
  const firstDay = firstDayOfWeek(culture)
  const days = useMemo(() => daysOfView(view, day, firstDay), [view, day, firstDay])
  const { query, items, isCut } = useItems(days, withTasks)
  const shift = useShift()
  const shortcuts = useMemo(() => {
    const show = (next: string): void => setSearch({ date: next === today ? '' : next })
    const by = (steps: number) => () => show(stepped(view, day, steps))
    const change = (next: CalendarView) => () => setSearch({ view: next }, { replace: false })
    return [
      { keys: 'arrowleft', label: t.before, run: by(-1), repeats: true },
      { keys: 'arrowright', label: t.after, run: by(1), repeats: true },
      { keys: 't', label: t.today, run: () => show(today) },
      { keys: 'd', label: t.views.day, run: change('day') },
      { keys: 'w', label: t.views.week, run: change('week') },
      { keys: 'm', label: t.views.month, run: change('month') },
      { keys: 'n', label: t.add, run: () => setSlot(`${day}T09:00`) },
    ]
  }, [t, view, day, today, setSearch])
  useShortcuts(shortcuts)
  return (
    <Page
      title={t.title}
      layout="flush"
      actions={<NewButton entity="Appointment" onNew={() => setSlot(`${day}T09:00`)} />}
      bar={
        <Bar
          name={periodName(view, day, days, culture)}
          view={view}
          onView={next => setSearch({ view: next }, { replace: false })}
          withTasks={withTasks}
          onTasks={setTasks}
          onKey={keys => shortcuts.find(one => one.keys === keys)?.run()}
        />
      }
    >
      {isCut && <p className={classes.cut}>{t.cut}</p>}
      <Loaded query={query}>
        {() =>
          view === 'month' ? (
            <Month {...{ days, today, items }} month={day.slice(0, 7)} onShift={shift} onSlot={setSlot} />
          ) : (
            <TimeGrid key={view} {...{ days, items }} onShift={shift} onSlot={setSlot} />
          )
        }
      </Loaded>
      {slot !== null && (
        <NewRecord
          entity="Appointment"
          initial={{ StartDate: moment(slot, timeZone), EndDate: moment(shiftedWall(slot, 0, 60), timeZone) }}
          onClose={() => setSlot(null)}
        />
      )}
    </Page>
  )
}

interface BarProps {
  readonly name: string
  readonly view: CalendarView
  readonly onView: (view: CalendarView) => void
  readonly withTasks: boolean
  readonly onTasks: (withTasks: boolean) => void
  /** Does what the keys do. */
  readonly onKey: (keys: string) => void
}

function Bar({ name, view, onView, withTasks, onTasks, onKey }: BarProps) {
  const { calendar: t } = useTexts()
  const step = (keys: string, label: string, icon: 'left' | 'right') => (
    <IconButton {...hint(label, keys)} aria-label={label} onClick={() => onKey(keys)}>
      <Icon name={icon} size={14} />
    </IconButton>
  )
  return (
    <>
      {step('arrowleft', t.before, 'left')}
      {step('arrowright', t.after, 'right')}
      <Button variant="default" size="compact-sm" onClick={() => onKey('t')}>
        {t.today}
      </Button>
      <h2 className={classes.period}>{name}</h2>
      <Segments
        label={t.view}
        data={calendarViews.map(value => ({ value, label: t.views[value] }))}
        value={view}
        onChange={onView}
      />
      <Switch
        size="xs"
        label={t.withTasks}
        checked={withTasks}
        onChange={event => onTasks(event.currentTarget.checked)}
      />
    </>
  )
}

/** A moment as an editor has it. */
const moment = (wall: string, timeZone: string) => ({ Value: momentOf(wall, timeZone), DisplayValue: wall })

function periodName(view: CalendarView, day: string, days: readonly string[], culture: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(culture, { ...options, timeZone: 'UTC' })
  if (view === 'month') return format({ month: 'long', year: 'numeric' }).format(new Date(day))
  if (view === 'day') return format({ dateStyle: 'full' }).format(new Date(day))
  const [from = day, to = day] = [days[0], days.at(-1)]
  return format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(new Date(from), new Date(to))
}
