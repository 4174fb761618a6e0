// Narrows a list to one type of record by a condition of its filter.
import { memo } from 'react'
import type { EntityFields } from '../../fields/entity-fields.ts'
import { type Filter, type Group, isGroup, isRaw } from '../../filter/tree.ts'
import { useTexts } from '../../texts/index.tsx'
import { Segments } from '../../ui/controls/segments.tsx'

interface Props {
  readonly path: string
  readonly fields: EntityFields
  readonly filter: Group
  onFilter(filter: Group): void
}

/** Whether the tabs show this condition, so that nothing else has to. */
export const isTab = (item: Filter, path: string): boolean =>
  !isGroup(item) && !isRaw(item) && item.field === path && item.op === 'in' && item.values.length === 1

export const TypeTabs = memo(({ path, fields, filter, onFilter }: Props) => {
  const { list: t } = useTexts()
  const types = fields.of(path)?.appliesTo ?? []
  const isOwn = (item: Filter) => isTab(item, path)
  const own = filter.join === 'and' ? filter.items.find(isOwn) : undefined
  const values = own && 'values' in own ? own.values : []
  const labels = t.types as Readonly<Record<string, string>>
  return (
    <Segments
      label={fields.of(path)?.label}
      value={values[0] ?? ''}
      data={[{ value: '', label: t.allTypes }, ...types.map(type => ({ value: type, label: labels[type] ?? type }))]}
      onChange={type => {
        const rest = filter.join === 'and' ? filter.items.filter(item => !isOwn(item)) : [filter]
        onFilter({
          join: 'and',
          items: type === '' ? rest : [{ field: path, op: 'in', values: [type] }, ...rest],
        })
      }}
    />
  )
})
