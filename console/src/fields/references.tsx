// Shows and edits a list of references to other records.
import { useState } from 'react'
import type { EditorProps, Field, Kind, ShownProps } from './field.ts'
import { itemsOf, memberOf, shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { OptionsEditor, writeKeys } from './options.tsx'
import { useRecordSearch } from './parts/options.ts'
import { RecordLink } from './parts/record-link.tsx'
import { PickMany } from './parts/value-picker.tsx'
import { ReferenceFilter, ReferenceFilterText } from './reference.tsx'

function ReferencesView({ field, value }: ShownProps) {
  return (
    <span className={styles.tags}>
      {itemsOf(value).map(item => (
        <RecordLink key={textOf(item, 'Key')} entities={field.refersTo} value={item} />
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

/** The server gives an element that comes without its other members their defaults, so they go back as they came. */
const writeElements = (value: unknown, { elementMembers }: Field): unknown =>
  elementMembers.length === 0
    ? writeKeys(value)
    : itemsOf(value).map(item => ({
        Key: textOf(item, 'Key'),
        ...Object.fromEntries(elementMembers.map(name => [name, memberOf(item, name) ?? null])),
      }))

export const references: Kind = {
  select: ({ elementMembers }) => [
    { Key: 1, DisplayValue: 1, ...Object.fromEntries(elementMembers.map(name => [name, 1 as const])) },
  ],
  text: shownText,
  write: writeElements,
  View: ReferencesView,
  Editor: ReferencesEditor,
  operators: ['in', 'all', 'nin', 'empty', 'filled'],
  words: 'lists',
  FilterEditor: ReferenceFilter,
  FilterText: ReferenceFilterText,
  width: 200,
}
