// Edits one condition of a filter, and says it in words.

import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field } from '../fields/field.ts'
import { fullLabel } from '../fields/field.ts'
import { kindOf } from '../fields/index.ts'
import { isComplete, type OperatorName, operatorNamed, operatorsOf } from '../fields/operators.ts'
import { useTexts } from '../texts/index.tsx'
import styles from './filter.module.css'
import type { Condition } from './tree.ts'

export const filterableOf = (fields: EntityFields): readonly Field[] =>
  fields.all.filter(field => !field.inactive && operatorsOf(field, kindOf(field)).length > 0)

/** The first condition on a field that was picked. */
export function newCondition(field: Field): Condition {
  const [op = 'filled'] = operatorsOf(field, kindOf(field))
  return { field: field.path, op, values: startValues(op) }
}

const startValues = (op: OperatorName): readonly string[] => (operatorNamed(op).takes === 'span' ? ['7', 'D'] : [])

/** Values that the next operator can use too stay. */
const valuesFor = (op: OperatorName, old: Condition): readonly string[] =>
  operatorNamed(op).takes === operatorNamed(old.op).takes ? old.values : startValues(op)

interface Props {
  readonly field: Field
  readonly condition: Condition
  onChange(condition: Condition): void
}

/** The words of an operator differ: a date is "before", a number "less than". */
function useOperatorText(field: Field): (op: OperatorName) => string {
  const { operators } = useTexts().fields
  const words: Readonly<Partial<Record<OperatorName, string>>> = operators[kindOf(field).words ?? 'plain']
  return op => words[op] ?? operators.plain[op]
}

export function ConditionEditor({ field, condition, onChange }: Props) {
  const t = useTexts().filter
  const textOf = useOperatorText(field)
  const kind = kindOf(field)
  const { FilterEditor } = kind
  return (
    <>
      <select
        className={styles.select}
        aria-label={t.operator(fullLabel(field))}
        value={condition.op}
        onChange={event => {
          const op = event.currentTarget.value as OperatorName
          onChange({ ...condition, op, values: valuesFor(op, condition) })
        }}
      >
        {operatorsOf(field, kind).map(op => (
          <option key={op} value={op}>
            {textOf(op)}
          </option>
        ))}
      </select>
      {FilterEditor && operatorNamed(condition.op).takes !== 0 && (
        <FilterEditor
          key={condition.op}
          field={field}
          operator={condition.op}
          values={condition.values}
          onChange={values => onChange({ ...condition, values })}
        />
      )}
    </>
  )
}

/** A condition in words, for chips. */
export function ConditionText({ field, condition }: { field: Field; condition: Condition }) {
  const textOf = useOperatorText(field)
  const { FilterText } = kindOf(field)
  const { op, values } = condition
  return (
    <>
      <span className={styles.chipField}>{fullLabel(field)}</span>
      <span className={styles.chipOp}>{textOf(op)}</span>
      {operatorNamed(op).takes !== 0 && (
        <span className={styles.chipValue}>
          {isComplete(op, values) ? (
            FilterText ? (
              <FilterText field={field} operator={op} values={values} />
            ) : (
              values.join(' – ')
            )
          ) : (
            '…'
          )}
        </span>
      )}
    </>
  )
}
