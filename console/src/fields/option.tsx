// Shows and edits one item of an option list.
import { useState } from 'react'
import type { EditorProps, FilterEditorProps, Kind, ShownProps } from './field.ts'
import { memberOf, shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { type Choice, useOptions } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'
import { Tag } from './parts/tag.tsx'
import { editing } from './text.tsx'

export const choiceOf = (value: unknown): readonly Choice[] =>
  value === null || value === undefined ? [] : [{ key: textOf(value, 'Key'), label: textOf(value, 'DisplayValue') }]

export const chosenValue = ([choice]: readonly Choice[]) =>
  choice ? { Key: choice.key, DisplayValue: choice.label } : null

/** What a write sends for a value that is known by its key. */
export const writeKey = (value: unknown): unknown => memberOf(value, 'Key') ?? null

function OptionCell({ value }: ShownProps) {
  return value === null || value === undefined ? null : <Tag seed={textOf(value, 'Key')}>{shownText(value)}</Tag>
}

export function OptionEditor({ field, value, onChange, ...rest }: EditorProps) {
  const { choices, isPending } = useOptions(field)
  const [chosen, setChosen] = useState(() => choiceOf(value))
  return (
    <Picker
      {...editing(rest)}
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

/** Several of the options of a field, for filters of one value and of many. */
export function OptionFilter({ field, values, onChange }: FilterEditorProps) {
  const { choices, isPending } = useOptions(field)
  const chosen = values.map(key => choices.find(choice => choice.key === key) ?? { key, label: key })
  return (
    <Picker
      look="filter"
      label={field.label}
      multiple
      chosen={chosen}
      choices={choices}
      busy={isPending}
      onPick={next => onChange(next.map(choice => choice.key))}
      onDone={() => {}}
    />
  )
}

export function OptionFilterText({ field, values }: Omit<FilterEditorProps, 'onChange'>) {
  const { choices } = useOptions(field)
  return (
    <span className={styles.clip}>
      {values.map(key => choices.find(choice => choice.key === key)?.label ?? key).join(', ')}
    </span>
  )
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
