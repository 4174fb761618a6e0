// Shows and edits a reference to another record, which is found by the words of its name.
import { useState } from 'react'
import type { EditorProps, FilterEditorProps, Kind, ShownProps } from './field.ts'
import { shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { choiceOf, chosenValue, writeKey } from './option.tsx'
import { type Choice, useOptions, useRecordLabels, useRecordSearch } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'
import { RecordLink } from './parts/record-link.tsx'
import { editing } from './text.tsx'

function ReferenceView({ field, value }: ShownProps) {
  return textOf(value, 'Key') === '' ? null : <RecordLink entities={field.refersTo} value={value} />
}

function ReferenceEditor(props: EditorProps) {
  return props.field.hasOptions ? <ListedEditor {...props} /> : <SearchedEditor {...props} />
}

/** Stages are those of the record's process. */
function dependsOn(record: EditorProps['record']) {
  const process = textOf(record.SalesProcessSetup, 'Key')
  return process === '' ? {} : { SalesProcessSetupKey: process }
}

function ListedEditor({ field, value, record, onChange, ...rest }: EditorProps) {
  const { choices, isPending } = useOptions(field, field.refersTo.includes('SalesStageSetup') ? dependsOn(record) : {})
  const [chosen, setChosen] = useState(() => choiceOf(value))
  return (
    <Picker
      {...editing({ record, ...rest })}
      label={field.label}
      chosen={chosen}
      choices={choices}
      busy={isPending}
      clearable={field.nullable}
      onPick={next => {
        setChosen(next)
        onChange(chosenValue(next))
      }}
    />
  )
}

function SearchedEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [text, setText] = useState('')
  const { choices, isFetching } = useRecordSearch(field.refersTo, text)
  const [chosen, setChosen] = useState(() => choiceOf(value))
  return (
    <Picker
      {...editing(rest)}
      label={field.label}
      chosen={chosen}
      choices={choices}
      busy={isFetching}
      onSearch={setText}
      clearable={field.nullable}
      onPick={next => {
        setChosen(next)
        onChange(chosenValue(next))
      }}
    />
  )
}

export function ReferenceFilter({ field, values, onChange }: FilterEditorProps) {
  const [text, setText] = useState('')
  const { choices, isFetching } = useRecordSearch(field.refersTo, text)
  const labels = useRecordLabels(field.refersTo, values)
  const chosen: readonly Choice[] = values.map(key => ({ key, label: labels.get(key) ?? '…' }))
  return (
    <Picker
      look="filter"
      label={field.label}
      multiple
      chosen={chosen}
      choices={text === '' ? [...chosen, ...choices.filter(({ key }) => !values.includes(key))] : choices}
      busy={isFetching}
      onSearch={setText}
      onPick={next => onChange(next.map(choice => choice.key))}
      onDone={() => {}}
    />
  )
}

export function ReferenceFilterText({ field, values }: Omit<FilterEditorProps, 'onChange'>) {
  const labels = useRecordLabels(field.refersTo, values)
  return <span className={styles.clip}>{values.map(key => labels.get(key) ?? '…').join(', ')}</span>
}

export const reference: Kind = {
  select: ({ refersTo }) => ({
    Key: 1,
    DisplayValue: 1,
    // Where there are several entities, the member that is set says which one it is.
    ...(refersTo.length > 1 ? Object.fromEntries(refersTo.map(entity => [entity, 1 as const])) : {}),
  }),
  text: shownText,
  write: writeKey,
  View: ReferenceView,
  Editor: ReferenceEditor,
  operators: ['in', 'nin', 'empty', 'filled'],
  FilterEditor: ReferenceFilter,
  FilterText: ReferenceFilterText,
  width: 190,
}
