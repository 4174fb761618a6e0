// Lists tasks of a workflow with when and for whom; those that a start would make lead nowhere.
import { RecordLink } from '../ui/addresses/page-link.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { useMoments } from './use-moments.ts'
import classes from './workflow-panel.module.css'
import type { FlowTask } from './workflows.ts'

export function TaskList({ tasks }: { readonly tasks: readonly FlowTask[] }) {
  const { full } = useMoments()
  return (
    <ul className={classes.list}>
      {tasks.map(({ key, name, at, who }, index) => (
        <li key={key ?? index} className={classes.task}>
          <Icon name="task" size={14} />
          {key === null ? (
            <span className={classes.name}>{name}</span>
          ) : (
            <RecordLink entity="Task" recordKey={key} className={classes.name}>
              {name}
            </RecordLink>
          )}
          <span className={classes.fact}>{at === '' ? '' : full(at)}</span>
          <span className={classes.fact}>{who}</span>
        </li>
      ))}
    </ul>
  )
}
