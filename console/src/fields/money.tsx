// Shows and edits amounts: in the currency of the record, or always in the corporate one.
import { type RefObject, useRef, useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, Kind } from './field.ts'
import { memberOf, memberText } from './field.ts'
import styles from './fields.module.css'
import { NumberFilter } from './number.tsx'
import { LineInput } from './parts/line-input.tsx'
import { decimalText } from './parts/numerals.ts'
import { useOptions } from './parts/options.ts'
import { editing } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

function amountOf(typed: string, currency: string) {
  if (typed.trim() === '') return null
  const Value = decimalText(typed) ?? typed
  return { Value, CurrencyCode: currency, DisplayValue: `${Value} ${currency}`.trim() }
}

/** The choices with the currency of the database first. */
const corporateFirst = (codes: readonly string[], corporate: string): readonly string[] => [
  corporate,
  ...codes.filter(code => code !== corporate),
]

function MoneyEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [amount, setAmount] = useState(() => String(memberOf(value, 'Value') ?? ''))
  const corporate = useWorkspace().session.currency
  const [currency, setCurrency] = useState(() => memberText(value, 'CurrencyCode') || corporate)
  const group = useRef<HTMLSpanElement>(null)
  const change = (nextAmount: string, nextCurrency: string) => {
    setAmount(nextAmount)
    setCurrency(nextCurrency)
    onChange(amountOf(nextAmount, nextCurrency))
  }
  return (
    <span ref={group} className={styles.inputs}>
      <LineInput
        {...editing(rest)}
        within={group}
        label={field.label}
        text={amount}
        inputMode="decimal"
        alignRight
        onText={next => change(next, currency)}
      />
      {field.hasOptions ? (
        <CurrencySelect
          field={field}
          currency={currency}
          corporate={corporate}
          within={group}
          onPick={next => change(amount, next)}
          onDone={rest.onDone}
        />
      ) : (
        <span className={styles.unit}>{corporate}</span>
      )}
    </span>
  )
}

interface CurrencyProps extends Pick<EditorProps, 'field' | 'onDone'> {
  readonly currency: string
  /** The currency of the database. */
  readonly corporate: string
  readonly within: RefObject<HTMLElement | null>
  onPick(code: string): void
}

function CurrencySelect({ field, currency, corporate, within, onPick, onDone }: CurrencyProps) {
  const t = useTexts().fields
  const { choices } = useOptions({ ...field, path: `${field.path}/CurrencyCode` }, {}, 'Value')
  const names = new Map(choices.map(({ key, label }) => [key, label]))
  const codes = corporateFirst([...new Set([currency, ...names.keys()])], corporate)
  return (
    <select
      className={styles.currency}
      aria-label={t.currency}
      value={currency}
      onBlur={event => {
        if (!within.current?.contains(event.relatedTarget)) onDone('commit')
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') onDone('cancel')
        else if (event.key === 'Enter') onDone('commit')
      }}
      onChange={event => onPick(event.currentTarget.value)}
    >
      {codes.map(code => (
        <option key={code} value={code} title={names.get(code)}>
          {code}
        </option>
      ))}
    </select>
  )
}

export const money: Kind = {
  ...valueKinds.money,
  Editor: MoneyEditor,
  FilterEditor: NumberFilter,
}
