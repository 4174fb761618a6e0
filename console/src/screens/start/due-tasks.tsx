// Lists the person's open tasks: overdue ones first with their number, then those of today, then what comes.
import { type Body, type Row, rowsOf } from '../../api/envelope.ts'
import { useStoredRows } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { PageLink } from '../../ui/addresses/page-link.tsx'
import { Section } from '../../ui/display/section.tsx'
import { Empty, Loading } from '../../ui/display/states.tsx'
import { Task } from '../day/task.tsx'
import { taskFields } from '../day/task-fields.ts'
import classes from './start.module.css'

export function DueTasks({ data }: { data: Body | undefined }) {
  const { start } = useTexts()
  const { culture, timeZone } = useWorkspace().session
  const overdue = useTasks('overdue', data)
  const today = useTasks('today', data)
  const next = useTasks('next', data)
  // Swedish writes days as ISO does.
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
  const late = Number(rowsOf(data, 'Task.overdueCount')[0]?.['$COUNT()'] ?? 0)
  const count = new Intl.NumberFormat(culture).format(late)
  const parts = [
    { id: 'overdue', title: start.tasks.overdue(count), keys: overdue, isLate: true },
    { id: 'today', title: start.tasks.today, keys: today, isLate: false },
    { id: 'next', title: start.tasks.next, keys: next, isLate: false },
  ].filter(({ keys }) => keys.length > 0)
  return (
    <Section
      title={start.tasks.title}
      aside={
        <PageLink to="tasks" className={classes.aside}>
          {start.tasks.all}
        </PageLink>
      }
    >
      {data === undefined && <Loading rows={4} />}
      {data !== undefined && overdue.length + today.length === 0 && <Empty small title={start.tasks.none} />}
      {parts.map(({ id, title, keys, isLate }) => (
        <div key={id} className={classes.process}>
          <h3 data-late={isLate || undefined}>{title}</h3>
          <ul className={classes.list} aria-label={title}>
            {keys.map(key => (
              <Task key={key} recordKey={key} date={date} isLate={isLate} hasDate={id !== 'today'} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

const useTasks = (part: string, data: Body | undefined): readonly string[] =>
  useStoredRows(`start.${part}`, taskFields, data && (rowsOf(data, `Task.${part}`) as readonly Row[]))
