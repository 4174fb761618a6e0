// Asks what becomes of values of the file that are no options of their field: created, mapped to an option, or rejected.
import { Checkbox, NativeSelect } from '@mantine/core'
import { useWorkspace } from '../api/workspace.tsx'
import type { Field } from '../fields/field.ts'
import { useOptions } from '../fields/parts/options.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import classes from './columns.module.css'
import type { ImportColumn } from './import.ts'
import { type Mapping, unknownOptions, withOption } from './mapping.ts'

interface Props {
  readonly column: ImportColumn
  readonly field: Field
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

/** More values than a person maps one by one. */
const mostShown = 20

export function UnknownOptions({ column, field, mapping, onChange }: Props) {
  const { columns: t } = useTexts().imports
  const { session } = useWorkspace()
  const { choices, isPending } = useOptions(field)
  const { name } = column
  const unknown = unknownOptions(
    column,
    choices.flatMap(({ key, label }) => [key, label]),
    field.kind === 'options',
  )
  if (isPending || unknown.length === 0) return null
  const isCreated = mapping.createOptions.includes(name)
  const others = mapping.createOptions.filter(one => one !== name)
  const create = (isOn: boolean): void => onChange({ ...mapping, createOptions: isOn ? [...others, name] : others })
  return (
    <div className={classes.decision}>
      <span className={classes.question}>
        <Icon name="warning" size={13} />
        {t.unknownOptions(unknown.length, field.label)}
      </span>
      {session.user.administrator && !field.createOnly && (
        <Checkbox label={t.createOptions} checked={isCreated} onChange={event => create(event.currentTarget.checked)} />
      )}
      {unknown.slice(0, mostShown).map(value => (
        <div key={value} className={classes.option}>
          <span className={classes.optionValue}>{value}</span>
          <NativeSelect
            size="xs"
            aria-label={t.optionOf(value)}
            value={mapping.options[name]?.[value] ?? ''}
            onChange={event => onChange(withOption(mapping, name, value, event.currentTarget.value || null))}
            data={[
              { value: '', label: isCreated ? t.createOption : t.rejectOption },
              ...choices.map(({ label }) => ({ value: label, label })),
            ]}
          />
        </div>
      ))}
      {unknown.length > mostShown && <span className={classes.fill}>{t.moreOptions(unknown.length - mostShown)}</span>}
    </div>
  )
}
