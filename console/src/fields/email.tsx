// Shows and edits e-mail addresses.
import { useState } from 'react'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { memberText } from './field.ts'
import styles from './fields.module.css'
import { LineInput } from './parts/line-input.tsx'
import { editing, TextFilter } from './text.tsx'
import { valueKinds } from './value-kinds.ts'

function EmailView({ value }: ShownProps) {
  const address = memberText(value, 'Address')
  return address === '' ? null : (
    <a className={styles.link} href={`mailto:${encodeURIComponent(address)}`}>
      {address}
    </a>
  )
}

function EmailEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [address, setAddress] = useState(() => memberText(value, 'Address'))
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
  ...valueKinds.email,
  View: EmailView,
  Editor: EmailEditor,
  FilterEditor: TextFilter,
}
