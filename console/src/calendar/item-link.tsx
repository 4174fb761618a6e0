// Is the name of an item: it opens the record, and keys on it move the item or change its end.
import type { KeyboardEvent } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { RecordLink } from '../ui/addresses/page-link.tsx'
import classes from './calendar.module.css'
import type { CalendarItem, Shift } from './items.ts'

interface ItemLinkProps {
  readonly item: CalendarItem
  /** By what the arrow keys up and down move it. */
  readonly step: { readonly days: number; readonly minutes: number }
  readonly onShift: (item: CalendarItem, shift: Shift) => void
}

export function ItemLink({ item, step, onShift }: ItemLinkProps) {
  const { calendar: t } = useTexts()
  const { culture } = useWorkspace().session
  const when = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || item.isOccurrence) return
    const sign = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
    if (sign === undefined) return
    const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    const isEndOnly = event.shiftKey && item.entity === 'Appointment'
    event.preventDefault()
    event.stopPropagation()
    const by = isAcross ? { days: sign, minutes: 0 } : { days: sign * step.days, minutes: sign * step.minutes }
    onShift(item, { ...by, isEndOnly })
  }
  const state = item.isOccurrence ? t.recurring : item.isDone ? t.done : ''
  return (
    <RecordLink
      entity={item.entity}
      recordKey={item.key}
      className={classes.name}
      draggable={false}
      data-done={item.isDone || undefined}
      aria-label={[item.name, when.format(new Date(`${item.start}Z`)), state].filter(Boolean).join(', ')}
      aria-keyshortcuts={item.isOccurrence ? undefined : 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight'}
      onKeyDown={onKeyDown}
    >
      {item.name}
    </RecordLink>
  )
}
