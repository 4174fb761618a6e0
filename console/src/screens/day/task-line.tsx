// Shows a task in one line: whether it is done, its name, its entry, and when it is due.
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Row, textOf } from '../../api/envelope.ts'
import { useRecord } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { RecordLink } from '../../ui/addresses/page-link.tsx'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import classes from './task-line.module.css'

interface Due {
  readonly name: string
  /** When it is due, as the server has it and as it reads. */
  readonly moment: string
  readonly text: string
  readonly change: (changes: Row, label: string) => void
}

interface TaskLineProps {
  readonly recordKey: string
  readonly isLate: (due: Due) => boolean
  /** How the time reads; with the date unless said. */
  readonly timeOf?: (due: Due) => string
  /** What stands at the end of the line. */
  readonly end?: (due: Due) => ReactNode
}

export function TaskLine({ recordKey, isLate, timeOf = ({ text }) => text, end }: TaskLineProps) {
  const { day } = useTexts()
  const { writer } = useWorkspace()
  const record = useRecord(recordKey)
  if (!record) return null
  const { Activity, DateTime, AbEntry, Completed } = record.fields
  const entry = AbEntry as { Key: string; DisplayValue: string | null } | null
  const change = (changes: Row, label: string): void => {
    writer.update({ entity: 'Task', key: recordKey, changes, label }).catch(showFailure)
  }
  const name = textOf(Activity)
  const due = { name, moment: String((DateTime as { Value: string }).Value), text: textOf(DateTime), change }
  return (
    <li className={classes.task} data-done={Completed === true || undefined}>
      <Checkbox
        aria-label={day.complete(name)}
        checked={Completed === true}
        onChange={event => change({ Completed: event.currentTarget.checked }, day.completed(name))}
      />
      <span className={classes.words}>
        <RecordLink entity="Task" recordKey={recordKey} className={classes.name}>
          {name}
        </RecordLink>
        {entry && (
          <RecordLink entity="AbEntry" recordKey={entry.Key} className={classes.detail}>
            {entry.DisplayValue}
          </RecordLink>
        )}
      </span>
      <span className={`${isLate(due) ? classes.late : classes.date} tabular`}>{timeOf(due)}</span>
      {end?.(due)}
    </li>
  )
}
