// Shows how a task recurs, and edits it: how often, on which days, and until when.
import { type KeyboardEvent, useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import styles from './fields.module.css'
import {
  everyWeek,
  type Recurring,
  recurrenceText,
  recurrenceTypes,
  recurrenceValue,
  recurringIn,
  weekdayName,
  weekdays,
} from './parts/recurrence.ts'
import { valueKinds } from './value-kinds.ts'

function RecurrenceCell({ value }: ShownProps) {
  const { recurrence } = useTexts().fields
  const { culture } = useWorkspace().session
  const recurring = recurringIn(value)
  return recurring && recurrenceText(recurring, recurrence, culture)
}

function RecurrenceEditor({ field, value, onChange, onDone, autoFocus, invalid, describedBy }: EditorProps) {
  const { recurrence: words } = useTexts().fields
  const [now, setNow] = useState(() => recurringIn(value))
  const change = (next: Recurring | null): void => {
    setNow(next)
    onChange(next && recurrenceValue(next))
  }
  const finish = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDone(event.key === 'Enter' ? 'commit' : 'cancel')
  }
  return (
    <fieldset
      className={styles.recurrence}
      aria-label={field.label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onKeyDown={finish}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) onDone('commit')
      }}
    >
      <select
        className={styles.filterSelect}
        aria-label={field.label}
        // biome-ignore lint/a11y/noAutofocus: the person has asked for the editor
        autoFocus={autoFocus === true}
        value={now?.type ?? ''}
        onChange={event => {
          const type = recurrenceTypes.find(one => one === event.currentTarget.value)
          change(type ? { ...(now ?? everyWeek), type } : null)
        }}
      >
        <option value="">{words.never}</option>
        {recurrenceTypes.map(type => (
          <option key={type} value={type}>
            {words.types[type]}
          </option>
        ))}
      </select>
      {now && <Details now={now} change={change} />}
    </fieldset>
  )
}

interface DetailsProps {
  readonly now: Recurring
  readonly change: (next: Recurring) => void
}

function Details({ now, change }: DetailsProps) {
  const { recurrence: words } = useTexts().fields
  const { culture } = useWorkspace().session
  const days = now.type === 'absoluteMonthly' || now.type === 'absoluteYearly'
  return (
    <>
      <NumberLine
        label={words.interval}
        value={now.interval}
        onChange={next => change({ ...now, interval: next ?? 1 })}
      />
      {now.type === 'weekly' && (
        <span className={styles.weekdays}>
          {weekdays.map(day => (
            <label key={day}>
              <input
                type="checkbox"
                aria-label={weekdayName(day, culture, 'long')}
                checked={now.days.includes(day)}
                onChange={event => {
                  const { checked } = event.currentTarget
                  change({ ...now, days: weekdays.filter(one => (one === day ? checked : now.days.includes(one))) })
                }}
              />
              {weekdayName(day, culture, 'short')}
            </label>
          ))}
        </span>
      )}
      {days && (
        <NumberLine label={words.day} value={now.dayOfMonth} onChange={dayOfMonth => change({ ...now, dayOfMonth })} />
      )}
      <label className={styles.recurrenceLine}>
        {words.end}
        <input
          className={styles.filterInput}
          type="date"
          value={now.until ?? ''}
          onChange={event => change({ ...now, until: event.currentTarget.value || null })}
        />
      </label>
      <NumberLine label={words.count} value={now.times} onChange={times => change({ ...now, times })} />
      <label className={styles.recurrenceLine}>
        <input
          type="checkbox"
          checked={now.isFromCompletion}
          onChange={event => change({ ...now, isFromCompletion: event.currentTarget.checked })}
        />
        {words.countFromCompletion}
      </label>
    </>
  )
}

interface NumberLineProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

function NumberLine({ label, value, onChange }: NumberLineProps) {
  return (
    <label className={styles.recurrenceLine}>
      {label}
      <input
        className={styles.filterInput}
        type="number"
        min={1}
        data-short
        value={value ?? ''}
        onChange={event => {
          const next = Number(event.currentTarget.value)
          onChange(event.currentTarget.value === '' || !(next > 0) ? null : Math.floor(next))
        }}
      />
    </label>
  )
}

export const recurrence: Kind = { ...valueKinds.recurrence, Cell: RecurrenceCell, Editor: RecurrenceEditor }
