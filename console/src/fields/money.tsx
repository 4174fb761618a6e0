// Shows and edits amounts: in the currency of the record, or always in the corporate one.
import { type RefObject, useRef, useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, Field, Kind } from './field.ts'
import { memberOf, shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { NumberFilter, numberLiteral, numberOperators } from './number.tsx'
import { LineInput } from './parts/line-input.tsx'
import { decimalText, exactNumber } from './parts/numerals.ts'
import { useOptions } from './parts/options.ts'
import { editing } from './text.tsx'

function amountOf(typed: string, currency: string) {
  if (typed.trim() === '') return null
  const Value = decimalText(typed) ?? typed
  return { Value, CurrencyCode: currency, DisplayValue: `${Value} ${currency}`.trim() }
}

/** An amount alone keeps the currency of the record. What is no amount is sent as it is: the server says what is wrong. */
function writeMoney(value: unknown, field: Field): unknown {
  const amount = memberOf(value, 'Value')
  if (amount === null || amount === undefined) return null
  const decimal = decimalText(String(amount))
  const Value = decimal === null ? amount : exactNumber(decimal)
  const CurrencyCode = textOf(value, 'CurrencyCode')
  return field.hasOptions && CurrencyCode !== '' ? { Value, CurrencyCode } : Value
}

function MoneyEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [amount, setAmount] = useState(() => String(memberOf(value, 'Value') ?? ''))
  const [currency, setCurrency] = useState(() => textOf(value, 'CurrencyCode'))
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
      {field.hasOptions && (
        <CurrencySelect
          field={field}
          currency={currency}
          within={group}
          onPick={next => change(amount, next)}
          onDone={rest.onDone}
        />
      )}
    </span>
  )
}

interface CurrencyProps extends Pick<EditorProps, 'field' | 'onDone'> {
  readonly currency: string
  readonly within: RefObject<HTMLElement | null>
  onPick(code: string): void
}

function CurrencySelect({ field, currency, within, onPick, onDone }: CurrencyProps) {
  const t = useTexts().fields
  const { choices } = useOptions({ ...field, path: `${field.path}/CurrencyCode` }, {}, 'Value')
  const codes =
    choices.some(({ key }) => key === currency) || currency === ''
      ? choices
      : [{ key: currency, label: currency }, ...choices]
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
      {codes.map(({ key, label }) => (
        <option key={key} value={key} title={label}>
          {key}
        </option>
      ))}
    </select>
  )
}

export const money: Kind = {
  select: () => ({ Value: 1, DisplayValue: 1, CurrencyCode: 1 }),
  text: shownText,
  write: writeMoney,
  Editor: MoneyEditor,
  operators: numberOperators,
  FilterEditor: NumberFilter,
  ...numberLiteral,
  width: 140,
  alignRight: true,
}
