// Shows a postal address on one line and edits its parts.
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { EditorPopover } from './parts/editor-popover.tsx'
import { editing } from './text.tsx'

const parts = ['AddressLine1', 'AddressLine2', 'City', 'StateProvince', 'ZipCode', 'Country'] as const

function AddressView({ value }: ShownProps) {
  return <span className={styles.lines}>{shownText(value)}</span>
}

function AddressEditor({ field, value, onChange, ...rest }: EditorProps) {
  const labels: Readonly<Record<string, string>> = useTexts().labels
  const [lines, setLines] = useState(() => Object.fromEntries(parts.map(part => [part, textOf(value, part)])))
  const change = (part: string, text: string) => {
    const next = { ...lines, [part]: text }
    setLines(next)
    const written = Object.fromEntries(parts.map(name => [name, next[name]?.trim() || null]))
    const DisplayValue = parts
      .map(name => next[name])
      .filter(Boolean)
      .join(', ')
    onChange({ ...written, DisplayValue })
  }
  return (
    <EditorPopover {...editing(rest)} label={field.label} text={shownText(value)}>
      {parts.map((part, index) => (
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
  select: () => ({
    ...Object.fromEntries(parts.map(part => [part, 1 as const])),
    DisplayValue: 1,
  }),
  text: shownText,
  write: value =>
    value === null || value === undefined
      ? null
      : Object.fromEntries(parts.map(part => [part, textOf(value, part) || null])),
  View: AddressView,
  Editor: AddressEditor,
  operators: [],
  width: 260,
}
