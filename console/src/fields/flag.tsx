// Shows and edits true or false. A reminder may be a moment instead of true.
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/display/icons.tsx'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { memberOf, shownText } from './field.ts'
import styles from './fields.module.css'
import { valueKinds } from './value-kinds.ts'

const isMoment = (value: unknown): boolean => typeof memberOf(value, 'Value') === 'string'
const isSet = (value: unknown): boolean => memberOf(value, 'Value') === true || isMoment(value)

function FlagCell({ value }: ShownProps) {
  if (value === null || value === undefined) return null
  if (isMoment(value)) return shownText(value)
  return (
    <span className={styles.tick} data-on={isSet(value) || undefined} role="img" aria-label={shownText(value)}>
      {isSet(value) && <Icon name="check" size={12} />}
    </span>
  )
}

function FlagEditor({ field, value, onChange, onDone, autoFocus, invalid, describedBy }: EditorProps) {
  const [checked, setChecked] = useState(() => isSet(value))
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autoFocus) box.current?.focus()
  }, [autoFocus])
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.checkbox}
      checked={checked}
      aria-label={field.label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={event => {
        const next = event.currentTarget.checked
        setChecked(next)
        onChange({ Value: next, DisplayValue: '' })
      }}
      onBlur={() => onDone('commit')}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onDone(event.key === 'Enter' ? 'commit' : 'cancel')
      }}
    />
  )
}

export const flag: Kind = {
  ...valueKinds.flag,
  Cell: FlagCell,
  Editor: FlagEditor,
}
