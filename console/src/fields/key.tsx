// Shows and edits the key of a record: as the name of the record, where it is known which entities it may be of.
import { type EditorProps, type Field, type Kind, memberOf, type ShownProps, shownText, textOf } from './field.ts'
import { useRecordLabels } from './parts/options.ts'
import { ReferenceFilter, ReferenceFilterText, SearchedEditor } from './reference.tsx'

/** The name of the record, once it is known. */
function useLabel({ refersTo }: Field, value: unknown): string | null {
  const key = keyText(value)
  const [first] = refersTo
  const entity = refersTo.length > 1 ? textOf(value, 'EntityType') : (first ?? '')
  const labels = useRecordLabels(entity === '' ? [] : [entity], entity === '' || key === '' ? [] : [key])
  return labels.get(key) ?? null
}

const keyText = (value: unknown): string => textOf(value, 'Value') || shownText(value)

function KeyView({ field, value }: ShownProps) {
  const label = useLabel(field, value)
  return field.refersTo.length > 0 ? label : <code className="code">{keyText(value)}</code>
}

function KeyEditor({ value, onChange, ...props }: EditorProps) {
  const label = useLabel(props.field, value)
  const key = keyText(value)
  const chosen = key === '' ? null : { Key: key, DisplayValue: label ?? '' }
  const change = (next: unknown): void => onChange(next === null ? null : { Value: textOf(next, 'Key') })
  return <SearchedEditor {...props} value={chosen} onChange={change} />
}

export const key: Kind = {
  // One of several entities says which one it is.
  select: ({ refersTo }) => (refersTo.length > 1 ? { Value: 1, EntityType: 1 } : 1),
  text: keyText,
  write: value => memberOf(value, 'Value') ?? value ?? null,
  Cell: KeyView,
  View: KeyView,
  Editor: KeyEditor,
  operators: ['in', 'nin', 'empty', 'filled'],
  FilterEditor: ReferenceFilter,
  FilterText: ReferenceFilterText,
  width: 200,
}
