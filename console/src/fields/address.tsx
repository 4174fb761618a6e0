// Shows a postal address on one line and edits its parts.
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { memberText, shownText } from './field.ts'
import styles from './fields.module.css'
import { EditorPopover } from './parts/editor-popover.tsx'
import { editing } from './text.tsx'
import { addressParts, valueKinds } from './value-kinds.ts'

function AddressView({ value }: ShownProps) {
  return <span className={styles.lines}>{shownText(value)}</span>
}

function AddressEditor({ field, value, onChange, ...rest }: EditorProps) {
  const labels: Readonly<Record<string, string>> = useTexts().labels
  const [lines, setLines] = useState(() =>
    Object.fromEntries(addressParts.map(part => [part, memberText(value, part)])),
  )
  const change = (part: string, text: string) => {
    const next = { ...lines, [part]: text }
    setLines(next)
    const written = Object.fromEntries(addressParts.map(name => [name, next[name]?.trim() || null]))
    const DisplayValue = addressParts
      .map(name => next[name])
      .filter(Boolean)
      .join(', ')
    onChange({ ...written, DisplayValue })
  }
  return (
    <EditorPopover {...editing(rest)} label={field.label} text={shownText(value)}>
      {addressParts.map((part, index) => (
        <label key={part} className={styles.part}>
          <span className={styles.partLabel}>{labels[part] ?? part}</span>
          <input
            className={styles.partInput}
            value={lines[part] ?? ''}
            data-autofocus={index === 0 || undefined}
            autoComplete="off"
            onChange={event => change(part, event.currentTarget.value)}
          />
        </label>
      ))}
    </EditorPopover>
  )
}

export const address: Kind = {
  ...valueKinds.address,
  View: AddressView,
  Editor: AddressEditor,
}
