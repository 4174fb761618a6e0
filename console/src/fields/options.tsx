// Shows and edits several items of an option list.
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { itemsOf, shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { OptionFilter, OptionFilterText } from './option.tsx'
import { useOptions } from './parts/options.ts'
import { Tag } from './parts/tag.tsx'
import { PickMany } from './parts/value-picker.tsx'

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

export function OptionsEditor(props: EditorProps) {
  const { choices, isPending } = useOptions(props.field, dependsOn(props.record, props.field.path))
  return <PickMany {...props} from={{ choices, busy: isPending }} />
}

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
