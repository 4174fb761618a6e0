// Shows and edits several items of an option list.
import { useState } from 'react'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { OptionFilter, OptionFilterText } from './option.tsx'
import { type Choice, useOptions } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'
import { Tag } from './parts/tag.tsx'
import { editing } from './text.tsx'

export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function OptionsCell({ value }: ShownProps) {
  return (
    <span className={styles.tags}>
      {itemsOf(value).map(item => (
        <Tag key={textOf(item, 'Key')} seed={textOf(item, 'Key')}>
          {shownText(item)}
        </Tag>
      ))}
    </span>
  )
}

/** Categories may depend on the products of the record. */
const dependsOn = (record: EditorProps['record'], path: string) => {
  const products = record.Product
  return path === 'Category' && Array.isArray(products) && products.length > 0
    ? { Product: products.map(product => textOf(product, 'Key')) }
    : {}
}

export function OptionsEditor({ field, value, record, onChange, ...rest }: EditorProps) {
  const { choices, isPending } = useOptions(field, dependsOn(record, field.path))
  const [chosen, setChosen] = useState<readonly Choice[]>(() =>
    itemsOf(value).map(item => ({ key: textOf(item, 'Key'), label: shownText(item) })),
  )
  return (
    <Picker
      {...editing({ record, ...rest })}
      label={field.label}
      multiple
      chosen={chosen}
      choices={choices}
      busy={isPending}
      onPick={next => {
        setChosen(next)
        onChange(valuesOf(next, itemsOf(value)))
      }}
    />
  )
}

/** An item that was there before stays as it was: it may have more than a key. */
export const valuesOf = (chosen: readonly Choice[], before: readonly unknown[] = []) =>
  chosen.map(
    choice =>
      before.find(item => textOf(item, 'Key') === choice.key) ?? { Key: choice.key, DisplayValue: choice.label },
  )

export const writeKeys = (value: unknown): unknown => itemsOf(value).map(item => textOf(item, 'Key'))

export const options: Kind = {
  select: () => [{ Key: 1, DisplayValue: 1 }],
  text: shownText,
  write: writeKeys,
  Cell: OptionsCell,
  Editor: OptionsEditor,
  operators: ['in', 'all', 'nin', 'empty', 'filled'],
  words: 'lists',
  FilterEditor: OptionFilter,
  FilterText: OptionFilterText,
  literalText: literal => (typeof literal === 'string' || typeof literal === 'number' ? String(literal) : null),
  width: 200,
}
