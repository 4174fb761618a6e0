// Shows and edits one item of an option list.

import { useTexts } from '../texts/index.tsx'
import { optionName } from '../texts/names.ts'
import type { EditorProps, FilterEditorProps, Kind, ShownProps } from './field.ts'
import { memberText, shownText } from './field.ts'
import { hueOfOption } from './parts/meaning.ts'
import { useOptions } from './parts/options.ts'
import { Tag } from './parts/tag.tsx'
import { labelAmong, PickedText, PickForFilter, PickOne } from './parts/value-picker.tsx'
import { valueKinds } from './value-kinds.ts'

function OptionCell({ field: { entity, path }, value }: ShownProps) {
  const texts = useTexts()
  if (value === null || value === undefined) return null
  const key = memberText(value, 'Key')
  return <Tag hue={hueOfOption(entity, path, key)}>{optionName(texts, entity, path, key, shownText(value))}</Tag>
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
  ...valueKinds.option,
  Cell: OptionCell,
  Editor: OptionEditor,
  FilterEditor: OptionFilter,
  FilterText: OptionFilterText,
}
