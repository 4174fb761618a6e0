// Shows and edits the key of a record: as the name of the record, where it is known which entities it may be of.
import { type EditorProps, type Field, type Kind, memberText, type ShownProps } from './field.ts'
import { useRecordLabels } from './parts/options.ts'
import { ReferenceFilter, ReferenceFilterText, SearchedEditor } from './reference.tsx'
import { keyValueText, valueKinds } from './value-kinds.ts'

/** The name of the record, once it is known. */
function useLabel({ refersTo }: Field, value: unknown): string | null {
  const key = keyValueText(value)
  const [first] = refersTo
  const entity = refersTo.length > 1 ? memberText(value, 'EntityType') : (first ?? '')
  const labels = useRecordLabels(entity === '' ? [] : [entity], entity === '' || key === '' ? [] : [key])
  return labels.get(key) ?? null
}

function KeyView({ field, value }: ShownProps) {
  const label = useLabel(field, value)
  return field.refersTo.length > 0 ? label : <code className="code">{keyValueText(value)}</code>
}

function KeyEditor({ value, onChange, ...props }: EditorProps) {
  const label = useLabel(props.field, value)
  const key = keyValueText(value)
  const chosen = key === '' ? null : { Key: key, DisplayValue: label ?? '' }
  const change = (next: unknown): void => onChange(next === null ? null : { Value: memberText(next, 'Key') })
  return <SearchedEditor {...props} value={chosen} onChange={change} />
}

export const key: Kind = {
  ...valueKinds.key,
  Cell: KeyView,
  View: KeyView,
  Editor: KeyEditor,
  FilterEditor: ReferenceFilter,
  FilterText: ReferenceFilterText,
}
