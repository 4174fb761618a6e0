// Lists the person's tasks that are due, to be completed with one click.
import { Checkbox } from '@mantine/core'
import { type Row, textOf } from '../../api/envelope.ts'
import { useRecord, useStoredRows } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { PageLink, RecordLink } from '../../ui/page-link.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { showFailure } from '../../ui/undo-notices.tsx'
import { taskFields } from './request.ts'
import classes from './start.module.css'

export function DueTasks({ rows }: { rows: readonly Row[] | undefined }) {
  const { start } = useTexts()
  const keys = useStoredRows('start.tasks', taskFields, rows)
  return (
    <Section
      title={start.tasks.title}
      aside={
        <PageLink to="tasks" className={classes.aside}>
          {start.tasks.all}
        </PageLink>
      }
    >
      {rows === undefined ? (
        <Loading rows={4} />
      ) : keys.length === 0 ? (
        <Empty small title={start.tasks.none} />
      ) : (
        <ul className={classes.list}>
          {keys.map(key => (
            <TaskRow key={key} recordKey={key} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function TaskRow({ recordKey }: { recordKey: string }) {
  const { start } = useTexts()
  const { writer } = useWorkspace()
  const record = useRecord(recordKey)
  if (!record) return null
  const { Activity, DateTime, AbEntry, Completed } = record.fields
  const name = textOf(Activity)
  const entry = AbEntry as { Key: string; DisplayValue: string | null } | null
  const isOverdue = new Date(String((DateTime as { Value: string }).Value)).toDateString() !== new Date().toDateString()
  const complete = (isDone: boolean): void => {
    writer
      .update({ entity: 'Task', key: recordKey, changes: { Completed: isDone }, label: start.tasks.completed(name) })
      .catch(showFailure)
  }
  return (
    <li className={classes.task} data-done={Completed === true || undefined}>
      <Checkbox
        aria-label={start.tasks.complete(name)}
        checked={Completed === true}
        onChange={event => complete(event.currentTarget.checked)}
      />
      <RecordLink entity="Task" recordKey={recordKey} className={classes.name}>
        {name}
      </RecordLink>
      {entry && (
        <RecordLink entity="AbEntry" recordKey={entry.Key} className={classes.detail}>
          {entry.DisplayValue}
        </RecordLink>
      )}
      <span className={isOverdue ? classes.overdue : classes.date}>{textOf(DateTime)}</span>
    </li>
  )
}
