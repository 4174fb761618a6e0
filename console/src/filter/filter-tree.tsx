// Edits a filter as a tree: groups of conditions that must all hold, or of which one must.
import { Button } from '@mantine/core'
import type { EntityFields } from '../fields/entity-fields.ts'
import { FieldPicker } from '../fields/field-picker.tsx'
import { useTexts } from '../texts/index.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { ConditionEditor, filterableOf, newCondition } from './condition.tsx'
import styles from './filter.module.css'
import { type Filter, type Group, isGroup, isRaw } from './tree.ts'

interface Props {
  readonly fields: EntityFields
  readonly filter: Group
  onChange(filter: Group): void
  readonly depth?: number
}

/** The server takes deeper ones; they are hard to read. */
const deepest = 3

export function FilterTree({ fields, filter, onChange, depth = 0 }: Props) {
  const t = useTexts().filter
  const replace = (index: number, item: Filter | null) =>
    onChange({
      ...filter,
      items: filter.items.flatMap((old, at) => (at === index ? (item ? [item] : []) : [old])),
    })
  const add = (item: Filter) => onChange({ ...filter, items: [...filter.items, item] })
  return (
    <fieldset className={styles.group} data-depth={depth || undefined} aria-label={t.joins[filter.join]}>
      {filter.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity but its place
        <div key={index} className={styles.line}>
          <span className={styles.join}>
            {index === 0 && t.where}
            {index === 1 && (
              <select
                className={styles.select}
                aria-label={t.join}
                value={filter.join}
                onChange={event => onChange({ ...filter, join: event.currentTarget.value as Group['join'] })}
              >
                <option value="and">{t.and}</option>
                <option value="or">{t.or}</option>
              </select>
            )}
            {index > 1 && (filter.join === 'and' ? t.and : t.or)}
          </span>
          {isGroup(item) ? (
            <FilterTree fields={fields} filter={item} depth={depth + 1} onChange={next => replace(index, next)} />
          ) : (
            <Line fields={fields} item={item} onChange={next => replace(index, next)} />
          )}
          <IconButton aria-label={t.removeLine} onClick={() => replace(index, null)} size={24}>
            <Icon name="close" size={12} />
          </IconButton>
        </div>
      ))}
      <div className={styles.adds}>
        <FieldPicker fields={filterableOf(fields)} onPick={field => add(newCondition(field))}>
          {open => (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<Icon name="plus" size={12} />}
              onClick={open}
            >
              {t.addCondition}
            </Button>
          )}
        </FieldPicker>
        {depth < deepest && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<Icon name="plus" size={12} />}
            onClick={() => add({ join: filter.join === 'and' ? 'or' : 'and', items: [] })}
          >
            {t.addGroup}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function Line({
  fields,
  item,
  onChange,
}: {
  fields: EntityFields
  item: Exclude<Filter, Group>
  onChange(item: Filter): void
}) {
  const t = useTexts().filter
  if (isRaw(item)) return <code className={styles.raw}>{JSON.stringify(item.raw)}</code>
  const field = fields.of(item.field)
  return (
    <span className={styles.fieldLine}>
      <FieldPicker fields={filterableOf(fields)} onPick={picked => onChange(newCondition(picked))}>
        {open => (
          <button type="button" className={styles.fieldButton} onClick={open}>
            {field?.label ?? item.field}
          </button>
        )}
      </FieldPicker>
      {field ? <ConditionEditor field={field} condition={item} onChange={onChange} /> : t.unknownField}
    </span>
  )
}
