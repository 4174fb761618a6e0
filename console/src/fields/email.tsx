// Shows and edits e-mail addresses.
import { useState } from 'react'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { memberOf, shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { LineInput } from './parts/line-input.tsx'
import { editing, TextFilter, textOperators } from './text.tsx'

function EmailView({ value }: ShownProps) {
  const address = textOf(value, 'Address')
  return address === '' ? null : (
    <a className={styles.link} href={`mailto:${encodeURIComponent(address)}`}>
      {address}
    </a>
  )
}

function EmailEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [address, setAddress] = useState(() => textOf(value, 'Address'))
  return (
    <LineInput
      {...editing(rest)}
      label={field.label}
      text={address}
      inputMode="email"
      onText={next => {
        setAddress(next)
        const written = next.trim() === '' ? null : next.trim()
        onChange(written === null ? null : { Address: written, DisplayValue: written })
      }}
    />
  )
}

export const email: Kind = {
  select: () => ({ Address: 1, DisplayValue: 1 }),
  text: shownText,
  write: value => memberOf(value, 'Address') ?? null,
  View: EmailView,
  Editor: EmailEditor,
  operators: textOperators,
  FilterEditor: TextFilter,
  width: 220,
}
