// Holds an editor that needs more room than its cell has: Enter and leaving commit, Escape gives up.
import { Popover } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import type { EditorProps } from '../field.ts'
import styles from '../fields.module.css'
import { useIsInsideForm } from './inside-form.ts'
import { InsidePopover } from './inside-popover.ts'

interface Props extends Pick<EditorProps, 'onDone'> {
  readonly label: string
  /** What the cell shows behind it. */
  readonly text: string
  readonly children: ReactNode
}

export function EditorPopover({ label, text, onDone, children }: Props) {
  const isInForm = useIsInsideForm()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onDone('cancel')
    else if (event.key === 'Enter') onDone('commit')
    else {
      // Keys of the list behind it are not meant.
      event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  if (isInForm) {
    return (
      <fieldset className={styles.parts} aria-label={label}>
        {children}
      </fieldset>
    )
  }
  return (
    <Popover
      opened
      withRoles={false}
      trapFocus
      withinPortal
      position="bottom-start"
      offset={4}
      shadow="md"
      onChange={opened => {
        if (!opened) onDone('commit')
      }}
      closeOnEscape={false}
    >
      <Popover.Target>
        <span className={styles.input}>{text}</span>
      </Popover.Target>
      <Popover.Dropdown className={styles.popover} aria-label={label} onKeyDown={onKeyDown}>
        <InsidePopover value={true}>{children}</InsidePopover>
      </Popover.Dropdown>
    </Popover>
  )
}
