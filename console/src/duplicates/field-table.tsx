// Compares two records field by field; where both have a value, a person chooses which one stays.
import { useId } from 'react'
import type { Row } from '../api/envelope.ts'
import { fullLabel } from '../fields/field.ts'
import { FieldValue } from '../fields/in-place.tsx'
import { useTexts } from '../texts/index.tsx'
import classes from './duplicates.module.css'
import { type Comparison, type Side, sideOf } from './pairs.ts'

interface Props {
  readonly comparisons: readonly Comparison[]
  readonly records: Readonly<Record<Side, Row>>
  readonly names: Readonly<Record<Side, string>>
  readonly kept: Side
  readonly chosen: Readonly<Record<string, Side>>
  readonly onChoose: (path: string, side: Side) => void
}

export function FieldTable(props: Props) {
  const { duplicates: t } = useTexts()
  return (
    <ul className={classes.fields} aria-label={t.fields}>
      {props.comparisons.map(comparison => (
        <FieldLine key={comparison.field.path} {...props} comparison={comparison} />
      ))}
    </ul>
  )
}

function FieldLine({ comparison, records, names, kept, chosen, onChoose }: Props & { comparison: Comparison }) {
  const group = useId()
  const { field, values } = comparison
  const label = fullLabel(field)
  const taken = sideOf(comparison, kept, chosen)
  return (
    <li className={classes.line} data-values={values}>
      <span className={classes.label}>{label}</span>
      {(['left', 'right'] as const).map(side => {
        const value = records[side][field.path]
        const isTaken = values === 'same' || taken === side
        const shown = <FieldValue field={field} value={value} />
        if (values !== 'differ')
          return (
            <span key={side} className={classes.value} data-taken={isTaken || undefined}>
              {(values === 'same' || values === side) && shown}
            </span>
          )
        return (
          <label key={side} className={classes.choice} data-taken={isTaken || undefined} data-choice>
            <input
              type="radio"
              name={group}
              aria-label={`${label}: ${names[side]}`}
              checked={isTaken}
              onChange={() => onChoose(field.path, side)}
            />
            <span>{shown}</span>
          </label>
        )
      })}
    </li>
  )
}
