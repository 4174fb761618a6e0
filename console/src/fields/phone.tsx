// Shows and edits phone numbers; a page of the record has the extension and the description too.
import { useState } from 'react'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { memberText } from './field.ts'
import styles from './fields.module.css'
import { LineInput } from './parts/line-input.tsx'
import { editing, TextFilter } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

function PhoneView({ value }: ShownProps) {
  const number = memberText(value, 'Number')
  if (number === '') return null
  const extension = memberText(value, 'Extension')
  const digits = number.replace(/[^+\d]/g, '')
  return (
    <span>
      <a className={styles.link} href={`tel:${digits}${extension === '' ? '' : `;ext=${extension}`}`}>
        {number}
        {extension !== '' && ` × ${extension}`}
      </a>
      {memberText(value, 'Description') !== '' && (
        <span className={styles.hint}> {memberText(value, 'Description')}</span>
      )}
    </span>
  )
}

function PhoneEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [number, setNumber] = useState(() => memberText(value, 'Number'))
  return (
    <LineInput
      {...editing(rest)}
      label={field.label}
      text={number}
      inputMode="tel"
      onText={next => {
        setNumber(next)
        const written = next.trim() === '' ? null : next.trim()
        const parts = typeof value === 'object' && value !== null ? value : {}
        onChange(written === null ? null : { ...parts, Number: written, DisplayValue: written })
      }}
    />
  )
}

export const phone: Kind = {
  ...valueKinds.phone,
  View: PhoneView,
  Editor: PhoneEditor,
  FilterEditor: TextFilter,
}
