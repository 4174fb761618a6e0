// Lists the tasks of a day, to be completed, put off or added without leaving it.
import { TextInput } from '@mantine/core'
import { type FormEvent, type RefObject, useState } from 'react'
import type { Row } from '../../api/envelope.ts'
import { useStoredRows } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { PageLink } from '../../ui/addresses/page-link.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { Section } from '../../ui/display/section.tsx'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import classes from './day.module.css'
import { Task } from './task.tsx'
import { taskFields } from './task-fields.ts'

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
        <Section title={`${day.overdue}: ${late.length}`}>
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
