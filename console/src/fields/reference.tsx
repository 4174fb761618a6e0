// Shows and edits a reference to another record, which is found by the words of its name.
import { useState } from 'react'
import type { EditorProps, FilterEditorProps, Kind, ShownProps } from './field.ts'
import { shownText, textOf } from './field.ts'
import { writeKey } from './option.tsx'
import { useOptions, useRecordLabels, useRecordSearch } from './parts/options.ts'
import { RecordLink } from './parts/record-link.tsx'
import { PickedText, PickForFilter, PickOne } from './parts/value-picker.tsx'

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

function ListedEditor(props: EditorProps) {
  const { field, record } = props
  const { choices, isPending } = useOptions(field, field.refersTo.includes('SalesStageSetup') ? dependsOn(record) : {})
  return <PickOne {...props} from={{ choices, busy: isPending }} />
}

export function SearchedEditor(props: EditorProps) {
  const [typed, setTyped] = useState('')
  const { choices, isFetching } = useRecordSearch(props.field.refersTo, typed)
  return <PickOne {...props} from={{ choices, busy: isFetching, onSearch: setTyped }} />
}

export function ReferenceFilter(props: FilterEditorProps) {
  const { field, values } = props
  const [typed, setTyped] = useState('')
  const { choices, isFetching } = useRecordSearch(field.refersTo, typed)
  const labels = useRecordLabels(field.refersTo, values)
  const from = { choices, busy: isFetching, typed, onSearch: setTyped }
  return <PickForFilter {...props} from={from} labelOf={key => labels.get(key) ?? '…'} />
}

export function ReferenceFilterText({ field, values }: Omit<FilterEditorProps, 'onChange'>) {
  const labels = useRecordLabels(field.refersTo, values)
  return <PickedText labels={values.map(key => labels.get(key) ?? '…')} />
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
