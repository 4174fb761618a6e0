// Shows and edits days of the calendar, and has the filters of all dates.
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import type { Texts } from '../texts/types.ts'
import type { EditorProps, FilterEditorProps, Kind } from './field.ts'
import { memberText } from './field.ts'
import styles from './fields.module.css'
import { operatorNamed } from './operators.ts'
import { FilterInput } from './parts/filter-input.tsx'
import { MomentInput } from './parts/moments.tsx'
import { isPeriod, periods, units } from './parts/periods.ts'
import { editing } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

interface DayEditorProps extends EditorProps {
  /** The day that is edited: `2026-11-20`, or nothing. */
  readonly first: string
  /** The value of the field for another day. */
  makeValue(day: string): { readonly Value: string; readonly DisplayValue: string }
}

/** Edits a day of the calendar, however the field stores it. */
export function CalendarDayEditor({ field, value: _, onChange, first, makeValue, ...rest }: DayEditorProps) {
  const [day, setDay] = useState(first)
  return (
    <MomentInput
      {...editing(rest)}
      label={field.label}
      wall={day}
      withTime={false}
      onWall={next => {
        setDay(next)
        onChange(next === '' ? null : makeValue(next))
      }}
    />
  )
}

function DateEditor(props: EditorProps) {
  const { culture } = useWorkspace().session
  return (
    <CalendarDayEditor
      {...props}
      first={memberText(props.value, 'Value')}
      makeValue={Value => ({ Value, DisplayValue: dayText(Value, culture) })}
    />
  )
}

/** Until the server has formatted it. */
const dayText = (day: string, culture: string): string =>
  new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A named period or a day. */
function PeriodInput(props: { label: string; value: string; days: boolean; onValue(value: string): void }) {
  const { label, value, days, onValue } = props
  const t = useTexts().fields
  const isDay = !isPeriod(value)
  return (
    <>
      <select
        className={styles.filterSelect}
        aria-label={label}
        value={isDay ? 'day' : value}
        onChange={event => onValue(event.currentTarget.value === 'day' ? '' : event.currentTarget.value)}
      >
        {Object.keys(periods).map(name => (
          <option key={name} value={name}>
            {t.periods[name as keyof typeof periods]}
          </option>
        ))}
        {days && <option value="day">{t.periods.day}</option>}
      </select>
      {isDay && days && <FilterInput label={label} type="date" text={value.slice(0, 10)} onText={onValue} />}
    </>
  )
}

function SpanInput({ field, values, onChange }: FilterEditorProps) {
  const t = useTexts().fields
  const [count = '7', unit = 'D'] = values
  return (
    <>
      <FilterInput
        label={field.label}
        type="number"
        short
        text={count}
        onText={text => onChange([text.replace(/\D/g, ''), unit])}
      />
      <select
        className={styles.filterSelect}
        aria-label={t.unit}
        value={unit}
        onChange={event => onChange([count, event.currentTarget.value])}
      >
        {units.map(one => (
          <option key={one} value={one}>
            {t.units[one]}
          </option>
        ))}
      </select>
    </>
  )
}

function DateFilter(props: FilterEditorProps) {
  const { field, operator, values, onChange } = props
  const { takes } = operatorNamed(operator)
  if (takes === 'span') return <SpanInput {...props} />
  const input = (index: number) => (
    <PeriodInput
      label={field.label}
      value={values[index] ?? ''}
      days
      onValue={text => onChange(index === 0 ? [text, ...values.slice(1)] : [values[0] ?? '', text])}
    />
  )
  return takes === 2 ? (
    <>
      {input(0)}
      <span aria-hidden>–</span>
      {input(1)}
    </>
  ) : (
    input(0)
  )
}

const periodName = (value: string, t: Texts['fields'], culture: string): string =>
  isPeriod(value) ? t.periods[value] : value === '' ? '…' : dayText(value.slice(0, 10), culture)

function DateFilterText({ operator, values }: Omit<FilterEditorProps, 'onChange'>) {
  const t = useTexts().fields
  const { culture } = useWorkspace().session
  const [first = '', second = ''] = values
  if (operatorNamed(operator).takes === 'span') {
    return (
      <span>
        {first} {t.units[second as (typeof units)[number]]}
      </span>
    )
  }
  return <span>{values.map(value => periodName(value, t, culture)).join(' – ')}</span>
}

/** How a filter shows and edits its condition on a date. */
export const dateFilter = { FilterEditor: DateFilter, FilterText: DateFilterText } as const

export const date: Kind = {
  ...valueKinds.date,
  Editor: DateEditor,
  ...dateFilter,
}
