// Lists the tasks of a day, to be completed, put off or added without leaving it.
import { TextInput } from '@mantine/core'
import { type FormEvent, type RefObject, useState } from 'react'
import type { Row } from '../../api/envelope.ts'
import { useStoredRows } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { hint } from '../../ui/hint.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Section } from '../../ui/section.tsx'
import { showFailure } from '../../ui/undo-notices.tsx'
import classes from './day.module.css'
import { TaskLine, taskFields } from './task-line.tsx'

interface TasksProps {
  readonly date: string
  readonly rows: readonly Row[]
  readonly overdue: readonly Row[]
  readonly field: RefObject<HTMLInputElement | null>
}

export function Tasks({ date, rows, overdue, field }: TasksProps) {
  const { day } = useTexts()
  const keys = useStoredRows('day.tasks', taskFields, rows)
  const late = useStoredRows('day.overdue', taskFields, overdue)
  return (
    <div className={classes.tasks}>
      {late.length > 0 && (
        <Section title={day.overdue}>
          <ul className={classes.list}>
            {late.map(key => (
              <Task key={key} recordKey={key} date={date} isLate />
            ))}
          </ul>
        </Section>
      )}
      <Section
        title={day.tasks}
        aside={
          <PageLink to="tasks" className={classes.aside}>
            {day.allTasks}
          </PageLink>
        }
      >
        <ul className={classes.list}>
          {keys.map(key => (
            <Task key={key} recordKey={key} date={date} isLate={false} />
          ))}
        </ul>
        {keys.length === 0 && late.length === 0 && <p className={classes.none}>{day.noTasks}</p>}
        <NewTask date={date} field={field} />
      </Section>
    </div>
  )
}

const dayMs = 86_400_000

/** The same time on another day. */
function movedTo(date: string, moment: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(moment.slice(0, 10))) / dayMs)
  return new Date(Date.parse(moment) + days * dayMs).toISOString()
}

function Task({ recordKey, date, isLate }: { recordKey: string; date: string; isLate: boolean }) {
  const { day } = useTexts()
  const { session } = useWorkspace()
  const time = new Intl.DateTimeFormat(session.culture, { timeStyle: 'short', timeZone: session.timeZone })
  const next = isLate ? date : new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
  return (
    <TaskLine
      recordKey={recordKey}
      isLate={() => isLate}
      timeOf={({ text, moment }) => (isLate ? text : time.format(new Date(moment)))}
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

function NewTask({ date, field }: { date: string; field: RefObject<HTMLInputElement | null> }) {
  const { day } = useTexts()
  const { writer } = useWorkspace()
  const [name, setName] = useState('')
  const add = (event: FormEvent): void => {
    event.preventDefault()
    const Activity = name.trim()
    if (Activity === '') return
    writer.create('Task', { Activity, DateTime: date }, day.added(Activity)).then(() => setName(''), showFailure)
  }
  return (
    <form onSubmit={add} className={classes.new}>
      <TextInput
        ref={field}
        variant="unstyled"
        aria-label={day.add}
        placeholder={day.add}
        leftSection={<Icon name="plus" size={14} />}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
    </form>
  )
}
