// Shows the value of a cell, or edits it in place.
import { Popover } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import type { Row } from '../api/envelope.ts'
import type { Problem } from '../api/errors.ts'
import type { Field } from '../fields/field.ts'
import { kindOf } from '../fields/index.ts'
import { ProblemList } from '../fields/problems.tsx'
import styles from './table.module.css'

/** A cell that is being edited. After a refusal it has the value that was refused, and why. */
export interface Editing {
  readonly key: string
  readonly path: string
  readonly draft?: unknown
  readonly problems: readonly Problem[]
}

/** A value as its cell shows it: most as a text, without an element of its own. */
export function shownValue(field: Field, value: unknown): ReactNode {
  if (value === null || value === undefined) return null
  const { Cell, text } = kindOf(field)
  return Cell ? <Cell field={field} value={value} /> : text(value, field)
}

interface Props {
  readonly editing: Editing
  readonly field: Field
  readonly record: Row
  onFinish(editing: Editing, value: unknown, how: 'commit' | 'cancel'): void
}

export function CellEditor({ editing, field, record, onFinish }: Props) {
  const { Editor } = kindOf(field)
  const id = useId()
  const value = 'draft' in editing ? editing.draft : record[field.path]
  const last = useRef(value)
  const isDone = useRef(false)
  if (!Editor) return null
  const finish = (how: 'commit' | 'cancel') => {
    // Leaving the input and unmounting it both say that the person is done.
    if (isDone.current) return
    isDone.current = true
    onFinish(editing, last.current, how)
  }
  const isRefused = editing.problems.length > 0
  return (
    <Popover
      withRoles={false}
      opened={isRefused}
      position="bottom-start"
      withinPortal
      shadow="md"
      closeOnEscape={false}
    >
      <Popover.Target>
        <div className={styles.editor}>
          <Editor
            key={editing.problems.length}
            field={field}
            value={value}
            record={record}
            autoFocus
            onChange={next => {
              last.current = next
            }}
            onDone={finish}
            {...(isRefused ? { invalid: true, describedBy: id } : {})}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown className={styles.problem}>
        <ProblemList
          id={id}
          problems={editing.problems}
          onSuggestion={text => {
            last.current = text
            finish('commit')
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
