// Shows and edits a list of references to other records.
import { useState } from 'react'
import type { EditorProps, Field, Kind, ShownProps } from './field.ts'
import { memberOf, shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { itemsOf, OptionsEditor, valuesOf, writeKeys } from './options.tsx'
import { type Choice, useRecordSearch } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'
import { RecordLink } from './parts/record-link.tsx'
import { ReferenceFilter, ReferenceFilterText } from './reference.tsx'
import { editing } from './text.tsx'

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

function SearchedEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [text, setText] = useState('')
  const { choices, isFetching } = useRecordSearch(field.refersTo, text)
  const [chosen, setChosen] = useState<readonly Choice[]>(() =>
    itemsOf(value).map(item => ({ key: textOf(item, 'Key'), label: shownText(item) })),
  )
  return (
    <Picker
      {...editing(rest)}
      label={field.label}
      multiple
      chosen={chosen}
      choices={
        text === '' ? [...chosen, ...choices.filter(({ key }) => !chosen.some(one => one.key === key))] : choices
      }
      busy={isFetching}
      onSearch={setText}
      onPick={next => {
        setChosen(next)
        onChange(valuesOf(next, itemsOf(value)))
      }}
    />
  )
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
