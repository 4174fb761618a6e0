// Shows and edits a list of references to other records.
import { useState } from 'react'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { itemsOf, memberText } from './field.ts'
import styles from './fields.module.css'
import { OptionsEditor } from './options.tsx'
import { useRecordSearch } from './parts/options.ts'
import { ReferenceLink } from './parts/record-link.tsx'
import { PickMany } from './parts/value-picker.tsx'
import { ReferenceFilter, ReferenceFilterText } from './reference.tsx'
import { valueKinds } from './value-kinds.ts'

function ReferencesView({ field, value }: ShownProps) {
  return (
    <span className={styles.tags}>
      {itemsOf(value).map(item => (
        <ReferenceLink key={memberText(item, 'Key')} entities={field.refersTo} value={item} />
      ))}
    </span>
  )
}

function ReferencesEditor(props: EditorProps) {
  return props.field.hasOptions ? <OptionsEditor {...props} /> : <SearchedEditor {...props} />
}

function SearchedEditor(props: EditorProps) {
  const [typed, setTyped] = useState('')
  const { choices, isFetching } = useRecordSearch(props.field.refersTo, typed)
  return <PickMany {...props} from={{ choices, busy: isFetching, typed, onSearch: setTyped }} />
}

export const references: Kind = {
  ...valueKinds.references,
  View: ReferencesView,
  Editor: ReferencesEditor,
  FilterEditor: ReferenceFilter,
  FilterText: ReferenceFilterText,
}
