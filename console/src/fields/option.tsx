// Shows and edits one item of an option list.
import type { EditorProps, FilterEditorProps, Kind, ShownProps } from './field.ts'
import { memberOf, shownText, textOf } from './field.ts'
import { useOptions } from './parts/options.ts'
import { Tag } from './parts/tag.tsx'
import { labelAmong, PickedText, PickForFilter, PickOne } from './parts/value-picker.tsx'

/** What a write sends for a value that is known by its key. */
export const writeKey = (value: unknown): unknown => memberOf(value, 'Key') ?? null

function OptionCell({ value }: ShownProps) {
  return value === null || value === undefined ? null : <Tag seed={textOf(value, 'Key')}>{shownText(value)}</Tag>
}

export function OptionEditor(props: EditorProps) {
  const { choices, isPending } = useOptions(props.field)
  return <PickOne {...props} from={{ choices, busy: isPending }} />
}

/** Several of the options of a field, for filters of one value and of many. */
export function OptionFilter(props: FilterEditorProps) {
  const { choices, isPending } = useOptions(props.field)
  return <PickForFilter {...props} from={{ choices, busy: isPending }} labelOf={labelAmong(choices)} />
}

export function OptionFilterText({ field, values }: Omit<FilterEditorProps, 'onChange'>) {
  return <PickedText labels={values.map(labelAmong(useOptions(field).choices))} />
}

export const option: Kind = {
  select: () => ({ Key: 1, DisplayValue: 1 }),
  text: shownText,
  write: writeKey,
  Cell: OptionCell,
  Editor: OptionEditor,
  operators: ['in', 'nin', 'empty', 'filled'],
  FilterEditor: OptionFilter,
  FilterText: OptionFilterText,
  literalText: literal => (typeof literal === 'string' || typeof literal === 'number' ? String(literal) : null),
  width: 140,
}
