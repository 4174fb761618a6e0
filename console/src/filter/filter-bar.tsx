// Shows a filter as a line of chips, each of which opens to be edited; alternatives and groups open as a tree.
import { Button, Popover } from '@mantine/core'
import { memo, useState } from 'react'
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field } from '../fields/field.ts'
import { fullLabel } from '../fields/field.ts'
import { FieldPicker } from '../fields/field-picker.tsx'
import { InsidePopover } from '../fields/parts/inside-popover.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { ConditionEditor, ConditionText, filterableOf, newCondition } from './condition.tsx'
import styles from './filter.module.css'
import { FilterTree } from './filter-tree.tsx'
import { addTo, conditionsOf, type Filter, type Group, isGroup, isRaw, noFilter, replaceAt } from './tree.ts'

interface Props {
  readonly fields: EntityFields
  readonly filter: Group
  /** A condition that another control shows. */
  isElsewhere?(item: Filter): boolean
  onChange(filter: Group): void
}

export function focusFilter(): void {
  document.querySelector<HTMLElement>('[data-filter-button]')?.click()
}

const isFlat = (filter: Group): boolean => filter.join === 'and' && !filter.items.some(isGroup)

export const FilterBar = memo(({ fields, filter, isElsewhere, onChange }: Props) => {
  const t = useTexts().filter
  // The chip that was just added opens by itself.
  const [fresh, setFresh] = useState(-1)
  const add = (field: Field) => {
    setFresh(filter.items.length)
    onChange(addTo(filter, [], newCondition(field)))
  }
  const flat = isFlat(filter)
  const shown = flat ? filter.items.filter(item => !isElsewhere?.(item)).length : filter.items.length
  return (
    <fieldset className={styles.bar} aria-label={t.filter}>
      {flat &&
        filter.items.map((item, index) =>
          isElsewhere?.(item) ? null : (
            <Chip
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity but its place
              key={index}
              fields={fields}
              item={item}
              isFresh={index === fresh}
              onChange={next => {
                setFresh(-1)
                onChange(replaceAt(filter, [index], next))
              }}
            />
          ),
        )}
      {flat && (
        <FieldPicker fields={filterableOf(fields)} onPick={add}>
          {open => (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={shown === 0 && <Icon name="filter" size={14} />}
              onClick={open}
              aria-label={t.add}
              data-filter-button
            >
              {shown === 0 ? t.filter : <Icon name="plus" size={14} />}
            </Button>
          )}
        </FieldPicker>
      )}
      {shown > 0 && <TreeButton fields={fields} filter={filter} flat={flat} onChange={onChange} />}
      {shown > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => onChange({ ...noFilter, items: filter.items.filter(item => isElsewhere?.(item)) })}
        >
          {t.clear}
        </Button>
      )}
    </fieldset>
  )
})

function TreeButton({ fields, filter, flat, onChange }: Props & { flat: boolean }) {
  const t = useTexts().filter
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="lg" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant={flat ? 'subtle' : 'default'}
          color="gray"
          size="compact-sm"
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
        >
          {flat ? t.advanced : t.conditions(conditionsOf(filter).length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.tree} aria-label={t.advanced}>
        <InsidePopover value={true}>
          <FilterTree fields={fields} filter={filter} onChange={onChange} />
        </InsidePopover>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChipProps {
  readonly fields: EntityFields
  readonly item: Filter
  readonly isFresh: boolean
  onChange(item: Filter | null): void
}

function Chip({ fields, item, isFresh, onChange }: ChipProps) {
  const t = useTexts().filter
  const [opened, setOpened] = useState(isFresh)
  if (isGroup(item)) return null
  const field = isRaw(item) ? undefined : fields.of(item.field)
  const name = isRaw(item) ? t.custom : field ? fullLabel(field) : item.field
  return (
    <span className={styles.chip}>
      <Popover
        opened={opened && field !== undefined}
        onChange={setOpened}
        position="bottom-start"
        shadow="lg"
        withinPortal
        trapFocus
      >
        <Popover.Target>
          <button
            type="button"
            className={styles.chipText}
            aria-expanded={field ? opened : undefined}
            onClick={() => setOpened(!opened)}
          >
            {isRaw(item) || !field ? name : <ConditionText field={field} condition={item} />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={styles.editor} aria-label={name}>
          <InsidePopover value={true}>
            {field && !isRaw(item) && <ConditionEditor field={field} condition={item} onChange={onChange} />}
          </InsidePopover>
        </Popover.Dropdown>
      </Popover>
      <button type="button" className={styles.chipClose} aria-label={t.remove(name)} onClick={() => onChange(null)}>
        <Icon name="close" size={12} />
      </button>
    </span>
  )
}
