// Edits a date or a date-time by keyboard, with a calendar beside it that is loaded when it is first needed.
import { Popover } from '@mantine/core'
import { useState } from 'react'
import { lazyPart } from '../../ui/display/lazy-part.tsx'
import type { EditorProps } from '../field.ts'
import styles from '../fields.module.css'
import { LineInput } from './line-input.tsx'

const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar, {
  waiting: <div className={styles.calendarRoom} />,
})

interface Props extends Pick<EditorProps, 'onDone' | 'autoFocus' | 'invalid' | 'describedBy'> {
  readonly label: string
  /** `2026-11-20`, or `2026-11-20T14:30`. */
  readonly wall: string
  onWall(wall: string): void
  readonly withTime: boolean
}

export function MomentInput({ label, wall, onWall, withTime, onDone, ...rest }: Props) {
  // An editor in place has the focus at once; one of several in a form opens its calendar when it gets it.
  const [isOpen, setOpen] = useState(rest.autoFocus === true)
  return (
    <Popover
      opened={isOpen}
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
            onFocus={() => setOpen(true)}
            onDone={how => {
              setOpen(false)
              onDone(how)
            }}
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
        <Calendar
          day={wall.slice(0, 10) || null}
          onDay={day => {
            onWall(withTime ? `${day}T${wall.slice(11) || '09:00'}` : day)
            if (!withTime) onDone('commit')
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
