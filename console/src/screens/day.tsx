// Shows one day of the person: appointments on its hours, tasks beside them.
import { Button, TextInput } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { hint } from '../ui/controls/hint.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { Agenda } from './day/agenda.tsx'
import classes from './day/day.module.css'
import { dayMembers } from './day/request.ts'
import { Tasks } from './day/tasks.tsx'

const params = { date: textParam<string>('') }
const dayMs = 86_400_000
const isDay = /^\d{4}-\d{2}-\d{2}$/

export default function Day() {
  const { day } = useTexts()
  const { culture, timeZone } = useWorkspace().session
  const [search, setSearch] = useSearchParams(params)
  // Swedish writes days as ISO does.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
  const date = isDay.test(search.date) && !Number.isNaN(Date.parse(search.date)) ? search.date : today
  const isToday = date === today
  const members = useMemo(() => dayMembers(date, isToday), [date, isToday])
  const query = useRead(members, { title: day.title })
  const field = useRef<HTMLInputElement>(null)
  const shortcuts = useMemo(() => {
    const show = (next: string): void => setSearch({ date: next === today ? '' : next })
    const by = (days: number) => () => show(new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10))
    return [
      { keys: 'arrowleft', label: day.before, run: by(-1), repeats: true },
      { keys: 'arrowright', label: day.after, run: by(1), repeats: true },
      { keys: 't', label: day.today, run: () => show(today) },
      { keys: 'n', label: day.add, run: () => field.current?.focus() },
    ]
  }, [day, date, today, setSearch])
  useShortcuts(shortcuts)
  const run = (keys: string) => () => shortcuts.find(one => one.keys === keys)?.run()
  const name = new Intl.DateTimeFormat(culture, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date))
  const step = (keys: string, label: string, icon: 'left' | 'right') => (
    <IconButton {...hint(label, keys)} aria-label={label} onClick={run(keys)}>
      <Icon name={icon} size={14} />
    </IconButton>
  )
  return (
    <Page
      title={day.title}
      bar={
        <>
          {step('arrowleft', day.before, 'left')}
          {step('arrowright', day.after, 'right')}
          <Button variant="default" disabled={isToday} onClick={run('t')}>
            {day.today}
          </Button>
          <TextInput
            type="date"
            aria-label={day.date}
            className={classes.dateField}
            value={date}
            onChange={event => setSearch({ date: event.currentTarget.value })}
          />
        </>
      }
    >
      <h2 className={classes.title}>{name}</h2>
      <Loaded query={query}>
        {data => (
          <div className={classes.columns}>
            <Agenda rows={rowsOf(data, 'Appointment.day')} isToday={isToday} />
            <Tasks
              key={date}
              date={date}
              rows={rowsOf(data, 'Task.day')}
              overdue={rowsOf(data, 'Task.overdue')}
              field={field}
            />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
