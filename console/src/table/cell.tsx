// Shows the value of a cell, or edits it in place.

import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Row } from '../api/envelope.ts'
import type { Problem } from '../api/errors.ts'
import type { Field } from '../fields/field.ts'
import { kindOf } from '../fields/index.ts'
import { ProblemList } from '../fields/problems.tsx'
import { type Finish, useEditor } from '../fields/use-editor.ts'
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
  onFinish(editing: Editing, value: unknown, how: Finish): void
}

export function CellEditor({ editing, field, record, onFinish }: Props) {
  const { Editor } = kindOf(field)
  const value = 'draft' in editing ? editing.draft : record[field.path]
  const finish = (last: unknown, how: Finish): void => onFinish(editing, last, how)
  const { isRefused, editor, list } = useEditor(value, editing.problems, finish)
  if (!Editor) return null
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
          <Editor key={editing.problems.length} field={field} record={record} {...editor} />
        </div>
      </Popover.Target>
      <Popover.Dropdown className={styles.problem}>
        <ProblemList {...list} />
      </Popover.Dropdown>
    </Popover>
  )
}
