// Shows and edits several items of an option list.
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { itemsOf, memberText, shownText } from './field.ts'
import styles from './fields.module.css'
import { OptionFilter, OptionFilterText } from './option.tsx'
import { hueOfOption } from './parts/meaning.ts'
import { useOptions } from './parts/options.ts'
import { Tag } from './parts/tag.tsx'
import { PickMany } from './parts/value-picker.tsx'
import { valueKinds } from './value-kinds.ts'

function OptionsCell({ field: { entity, path }, value }: ShownProps) {
  return (
    <span className={styles.tags}>
      {itemsOf(value).map(item => (
        <Tag key={memberText(item, 'Key')} hue={hueOfOption(entity, path, memberText(item, 'Key'))}>
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
    ? { Product: products.map(product => memberText(product, 'Key')) }
    : {}
}

export function OptionsEditor(props: EditorProps) {
  const { choices, isPending } = useOptions(props.field, dependsOn(props.record, props.field.path))
  return <PickMany {...props} from={{ choices, busy: isPending }} />
}

export const options: Kind = {
  ...valueKinds.options,
  Cell: OptionsCell,
  Editor: OptionsEditor,
  FilterEditor: OptionFilter,
  FilterText: OptionFilterText,
}
