// Lists the person's tasks that are due, to be completed with one click.
import type { Row } from '../../api/envelope.ts'
import { useStoredRows } from '../../api/use-read.ts'
import { useTexts } from '../../texts/index.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { TaskLine, taskFields } from '../day/task-line.tsx'
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
            <TaskLine key={key} recordKey={key} isLate={isOverdue} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const isOverdue = ({ moment }: { moment: string }): boolean =>
  new Date(moment).toDateString() !== new Date().toDateString()
