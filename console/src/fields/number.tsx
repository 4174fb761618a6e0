// Shows and edits numbers; the server formats them for the user's culture.
import { useState } from 'react'
import type { EditorProps, FilterEditorProps, Kind } from './field.ts'
import { memberOf } from './field.ts'
import { operatorNamed } from './operators.ts'
import { FilterInput } from './parts/filter-input.tsx'
import { LineInput } from './parts/line-input.tsx'
import { readNumber } from './parts/numerals.ts'
import { editing } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

function NumberEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [text, setText] = useState(() => String(memberOf(value, 'Value') ?? ''))
  return (
    <LineInput
      {...editing(rest)}
      label={field.label}
      text={text}
      inputMode="decimal"
      alignRight
      onText={next => {
        setText(next)
        // What is no number is sent as it is: the server says what is wrong with it.
        const Value = readNumber(next) ?? next.trim()
        onChange(Value === '' ? null : { Value, DisplayValue: String(Value) })
      }}
    />
  )
}

export function NumberFilter({ field, operator, values, onChange }: FilterEditorProps) {
  const input = (index: number) => (
    <FilterInput
      label={field.label}
      type="number"
      short
      text={values[index] ?? ''}
      onText={text => onChange(index === 0 ? [text, ...values.slice(1)] : [values[0] ?? '', text])}
    />
  )
  return operatorNamed(operator).takes === 2 ? (
    <>
      {input(0)}
      <span aria-hidden>–</span>
      {input(1)}
    </>
  ) : (
    input(0)
  )
}

export const number: Kind = {
  ...valueKinds.number,
  Editor: NumberEditor,
  FilterEditor: NumberFilter,
}
