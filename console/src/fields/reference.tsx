// Shows and edits a reference to another record, which is found by the words of its name.
import { useState } from 'react'
import type { Row } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, Field, FilterEditorProps, Kind, ShownProps } from './field.ts'
import { memberText } from './field.ts'
import { useOptions, useRecordLabels, useRecordSearch } from './parts/options.ts'
import { entriesFor, entryNamed, typesToMake } from './parts/people.ts'
import { ReferenceLink } from './parts/record-link.tsx'
import type { Maker } from './parts/use-picker.ts'
import { PickedText, PickForFilter, PickOne } from './parts/value-picker.tsx'
import { StageEditor } from './stage.tsx'
import { valueKinds } from './value-kinds.ts'

function ReferenceView({ field, value }: ShownProps) {
  return memberText(value, 'Key') === '' ? null : <ReferenceLink entities={field.refersTo} value={value} />
}

function ReferenceEditor(props: EditorProps) {
  if (props.field.refersTo.includes('SalesStageSetup')) return <StageEditor {...props} />
  return props.field.hasOptions ? <ListedEditor {...props} /> : <SearchedEditor {...props} />
}

function ListedEditor(props: EditorProps) {
  const { choices, isPending } = useOptions(props.field)
  return <PickOne {...props} from={{ choices, busy: isPending }} />
}

export function SearchedEditor(props: EditorProps) {
  const { field, record } = props
  const [typed, setTyped] = useState('')
  const { choices, isFetching } = useRecordSearch(field.refersTo, typed, entriesFor(field, record))
  const makers = useMakers(field, record)
  return <PickOne {...props} from={{ choices, busy: isFetching, onSearch: setTyped, makers }} />
}

/** Adds an entry to the address book under the name that was typed. */
function useMakers(field: Field, record: Row): (name: string) => readonly Maker[] {
  const { writer } = useWorkspace()
  const { fields: t, record: words } = useTexts()
  return name =>
    typesToMake(field, record).map(type => ({
      key: `\u0000${type}`,
      label: t.make[type](name),
      make: async () => {
        const key = await writer.create('AbEntry', entryNamed(type, name, record), words.lists.added(name))
        return { key, label: name }
      },
    }))
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
  ...valueKinds.reference,
  View: ReferenceView,
  Editor: ReferenceEditor,
  FilterEditor: ReferenceFilter,
  FilterText: ReferenceFilterText,
}
