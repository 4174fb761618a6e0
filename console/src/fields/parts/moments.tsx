// Edits a date or a date-time by keyboard, with a calendar beside it that is loaded when it is first needed.
import { Popover } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { EditorProps } from '../field.ts'
import styles from '../fields.module.css'
import { LineInput } from './line-input.tsx'

const Calendar = lazy(() => import('./calendar.tsx'))

interface Props extends Pick<EditorProps, 'onDone' | 'autoFocus' | 'invalid' | 'describedBy'> {
  readonly label: string
  /** `2026-11-20`, or `2026-11-20T14:30`. */
  readonly wall: string
  onWall(wall: string): void
  readonly withTime: boolean
}

export function MomentInput({ label, wall, onWall, withTime, onDone, ...rest }: Props) {
  return (
    <Popover
      opened
      withRoles={false}
      position="bottom-start"
      offset={4}
      shadow="md"
      withinPortal
      trapFocus={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <span className={styles.inputs}>
          <LineInput
            {...rest}
            onDone={onDone}
            label={label}
            text={wall}
            type={withTime ? 'datetime-local' : 'date'}
            onText={onWall}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown
        className={styles.popover}
        // The focus stays in the input, which ends the editing when it is left.
        onMouseDown={event => event.preventDefault()}
      >
        <Suspense fallback={<div className={styles.calendarRoom} />}>
          <Calendar
            day={wall.slice(0, 10) || null}
            onDay={day => {
              onWall(withTime ? `${day}T${wall.slice(11) || '09:00'}` : day)
              if (!withTime) onDone('commit')
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
