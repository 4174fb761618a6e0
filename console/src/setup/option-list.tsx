// Edits one option list: names, order, what is no longer offered, new items.
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import { entityName } from '../texts/names.ts'
import { Lead } from '../ui/display/list-page.tsx'
import { useUndoable } from '../ui/frame/undo-notices.tsx'
import type { OptionItem, OptionList } from './option-lists.ts'
import classes from './setup.module.css'
import { Adding, moved, Remove, Sortable } from './sortable.tsx'
import { useEditList } from './use-option-lists.ts'
import { useUsage } from './use-usage.ts'

const modify = { Modify: true }
const positions = (items: readonly OptionItem[]) => items.map(({ Key }, SortValue) => ({ Key, SortValue }))

/** What a person does with the items of a list; each act but adding can be taken back. */
function useItemActions(list: OptionList) {
  const words = useTexts().setup.optionLists
  const change = useUndoable()
  const edit = useEditList()
  const move = (from: number, to: number): Promise<void> =>
    change(
      words.moved(list.items[from]?.Value ?? ''),
      () => edit(list, positions(moved(list.items, from, to)), modify),
      () => edit(list, positions(list.items), modify),
    )
  const rename = (item: OptionItem, Name: string): Promise<void> =>
    change(
      words.renamed(item.Value, Name),
      () => edit(list, [{ Key: item.Key, Name }], modify),
      () => edit(list, [{ Key: item.Key, Name: item.Value }], modify),
    )
  const offer = (item: OptionItem, Inactive: boolean): Promise<void> =>
    change(
      Inactive ? words.hidden(item.Value) : words.offered(item.Value),
      () => edit(list, [{ Key: item.Key, Inactive }], modify),
      () => edit(list, [{ Key: item.Key, Inactive: !Inactive }], modify),
    )
  const remove = (item: OptionItem): Promise<void> =>
    change(
      words.removed(item.Value),
      () => edit(list, [{ Key: item.Key }], { Remove: true }),
      // Keys are never used again: what comes back is a new item of the same name.
      () => edit(list, [{ Key: null, Name: item.Value }], {}),
    )
  return { move, rename, offer, remove, add: (Name: string) => edit(list, [{ Key: null, Name }], {}) }
}

export function OptionListEditor({ list }: { list: OptionList }) {
  const texts = useTexts()
  const { setup } = texts
  const words = setup.optionLists
  const { move, rename, offer, remove, add } = useItemActions(list)
  const usage = useUsage(
    list.items.map(({ Key, Value }) => ({
      id: Key,
      entity: list.entity,
      query: { [list.path]: { $EQ: list.isFree ? Value : Key } },
    })),
    setup.used,
  )
  return (
    <section aria-label={list.label} className={classes.listEditor}>
      <h2 className={classes.listTitle}>
        {list.label}
        <span>{entityName(texts, list.entity)}</span>
      </h2>
      {list.also.length > 0 && (
        <Lead>
          {words.also(list.also.map(({ entity, label }) => `${entityName(texts, entity)} · ${label}`).join(', '))}
        </Lead>
      )}
      <Sortable
        label={list.label}
        items={list.items}
        keyOf={({ Key }) => Key}
        nameOf={({ Value }) => Value}
        onMove={(from, to) => void move(from, to)}
      >
        {item => (
          <>
            <ItemName item={item} label={words.name} onRename={name => void rename(item, name)} />
            <span className={classes.count} title={setup.used}>
              {usage(item.Key)}
            </span>
            <Switch
              aria-label={words.offer(item.Value)}
              checked={!item.Inactive}
              onChange={event => void offer(item, !event.currentTarget.checked)}
            />
            <Remove label={words.remove(item.Value)} onRemove={() => void remove(item)} />
          </>
        )}
      </Sortable>
      <Adding label={words.newItem} onAdd={add} />
    </section>
  )
}

/** A name that is saved when it is left. */
function ItemName({ item, label, onRename }: { item: OptionItem; label: string; onRename: (name: string) => void }) {
  const [name, setName] = useState<string | null>(null)
  const finish = (): void => {
    if (name !== null && name.trim() !== '' && name !== item.Value) onRename(name.trim())
    setName(null)
  }
  return (
    <input
      className={classes.itemName}
      data-inactive={item.Inactive || undefined}
      aria-label={`${label}: ${item.Value}`}
      value={name ?? item.Value}
      onChange={event => setName(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={event => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setName(null)
      }}
    />
  )
}
