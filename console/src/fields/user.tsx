// Shows and edits a user of the database.
import { useTexts } from '../texts/index.tsx'
import { Initials } from '../ui/initials.tsx'
import type { FilterEditorProps, Kind, ShownProps } from './field.ts'
import { shownText } from './field.ts'
import styles from './fields.module.css'
import { OptionEditor, writeKey } from './option.tsx'
import { type Choice, useOptions } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'

/** The function of the query language that stands for whoever asks: a shared view with it differs for each person. */
const me = '$CURRENTUSER()'

function UserCell({ value }: ShownProps) {
  const name = shownText(value)
  return name === '' ? null : (
    <span className={styles.person}>
      <Initials name={name} size={20} />
      <span className={styles.clip}>{name}</span>
    </span>
  )
}

function useUserChoices(field: FilterEditorProps['field']): readonly Choice[] {
  const t = useTexts().fields
  return [{ key: me, label: t.me }, ...useOptions(field).choices]
}

function UserFilter({ field, values, onChange }: FilterEditorProps) {
  const choices = useUserChoices(field)
  return (
    <Picker
      look="filter"
      label={field.label}
      multiple
      chosen={values.map(key => choices.find(choice => choice.key === key) ?? { key, label: key })}
      choices={choices}
      onPick={next => onChange(next.map(choice => choice.key))}
      onDone={() => {}}
    />
  )
}

function UserFilterText({ field, values }: Omit<FilterEditorProps, 'onChange'>) {
  const choices = useUserChoices(field)
  return (
    <span className={styles.clip}>
      {values.map(key => choices.find(choice => choice.key === key)?.label ?? key).join(', ')}
    </span>
  )
}

export const user: Kind = {
  select: () => ({ Key: 1, DisplayValue: 1 }),
  text: shownText,
  write: writeKey,
  Cell: UserCell,
  Editor: OptionEditor,
  operators: ['in', 'nin', 'empty', 'filled'],
  FilterEditor: UserFilter,
  FilterText: UserFilterText,
  width: 170,
}
