// Shows and edits phone numbers; a page of the record has the extension and the description too.
import { useState } from 'react'
import type { EditorProps, Field, Kind, ShownProps } from './field.ts'
import { shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { LineInput } from './parts/line-input.tsx'
import { editing, TextFilter, textOperators } from './text.tsx'

function PhoneView({ value }: ShownProps) {
  const number = textOf(value, 'Number')
  if (number === '') return null
  const extension = textOf(value, 'Extension')
  const digits = number.replace(/[^+\d]/g, '')
  return (
    <span>
      <a className={styles.link} href={`tel:${digits}${extension === '' ? '' : `;ext=${extension}`}`}>
        {number}
        {extension !== '' && ` × ${extension}`}
      </a>
      {textOf(value, 'Description') !== '' && <span className={styles.hint}> {textOf(value, 'Description')}</span>}
    </span>
  )
}

function PhoneEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [number, setNumber] = useState(() => textOf(value, 'Number'))
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

/** The default number is written as a text; a numbered one is an object. */
function writePhone(value: unknown, field: Field): unknown {
  if (value === null || value === undefined) return null
  if (field.attributes.MaxLength !== undefined) return textOf(value, 'Number')
  return Object.fromEntries(['Number', 'Extension', 'Description'].map(part => [part, textOf(value, part) || null]))
}

export const phone: Kind = {
  select: () => ({ Number: 1, Extension: 1, Description: 1, DisplayValue: 1 }),
  text: shownText,
  write: writePhone,
  View: PhoneView,
  Editor: PhoneEditor,
  operators: textOperators,
  FilterEditor: TextFilter,
  width: 160,
}
