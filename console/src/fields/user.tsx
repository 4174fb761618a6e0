// Shows and edits a user of the database.
import { useTexts } from '../texts/index.tsx'
import { Initials } from '../ui/display/initials.tsx'
import type { FilterEditorProps, Kind, ShownProps } from './field.ts'
import { shownText } from './field.ts'
import styles from './fields.module.css'
import { OptionEditor } from './option.tsx'
import { type Choice, useOptions } from './parts/options.ts'
import { labelAmong, PickedText, PickForFilter } from './parts/value-picker.tsx'
import { valueKinds } from './value-kinds.ts'

/** The function of the query language that stands for the current user: a shared view with it differs for each person. */
const me = '$CURRENTUSER()'

function UserCell({ value }: ShownProps) {
  const name = shownText(value)
  return name === '' ? null : (
    <span className={styles.person}>
      <Initials name={name} />
      <span className={styles.clip}>{name}</span>
    </span>
  )
}

function useUserChoices(field: FilterEditorProps['field']): readonly Choice[] {
  const t = useTexts().fields
  return [{ key: me, label: t.me }, ...useOptions(field).choices]
}

function UserFilter(props: FilterEditorProps) {
  const choices = useUserChoices(props.field)
  return <PickForFilter {...props} from={{ choices }} labelOf={labelAmong(choices)} />
}

function UserFilterText({ field, values }: Omit<FilterEditorProps, 'onChange'>) {
  return <PickedText labels={values.map(labelAmong(useUserChoices(field)))} />
}

export const user: Kind = {
  ...valueKinds.user,
  Cell: UserCell,
  Editor: OptionEditor,
  FilterEditor: UserFilter,
  FilterText: UserFilterText,
}
