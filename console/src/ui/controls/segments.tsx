// Lets people choose one of a few, all of which are seen: a group of radio buttons in one line.
import { useId } from 'react'
import classes from './segments.module.css'

interface Props<Value extends string> {
  readonly label: string | undefined
  /** Of none of the choices, while nothing is chosen. */
  readonly value: string
  readonly data: readonly { readonly value: Value; readonly label: string }[]
  readonly disabled?: boolean
  onChange(value: Value): void
}

export function Segments<Value extends string>({ label, value, data, disabled, onChange }: Props<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.group} data-disabled={disabled || undefined}>
      {data.map(one => (
        <label key={one.value} className={classes.segment} data-active={one.value === value || undefined}>
          <input
            type="radio"
            name={name}
            value={one.value}
            checked={one.value === value}
            disabled={disabled}
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ))}
    </div>
  )
}
