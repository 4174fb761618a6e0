// Edits one option list: names, order, what is no longer offered, new items.
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/icons.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import { type OptionItem, type OptionList, useEditList } from './option-lists.ts'
import classes from './setup.module.css'
import { moved, Sortable } from './sortable.tsx'
import { useUsage } from './use-usage.ts'

export function OptionListEditor({ list }: { list: OptionList }) {
  const { setup, ui } = useTexts()
  const words = setup.optionLists
  const { undo } = useWorkspace()
  const edit = useEditList()
  const [added, setAdded] = useState('')
  const usage = useUsage(
    list.items.map(({ Key, Value }) => ({
      id: Key,
      entity: list.entity,
      query: { [list.path]: { $EQ: list.isFree ? Value : Key } },
    })),
    setup.used,
  )
  /** Does something, and remembers how to take it back. */
  const change = async (label: string, work: () => Promise<void>, back: () => Promise<void>): Promise<void> => {
    try {
      await work()
      undo.push({ label, undo: back })
    } catch (error) {
      showFailure(error)
    }
  }
  const positions = (items: readonly OptionItem[]) => items.map(({ Key }, SortValue) => ({ Key, SortValue }))
  const modify = { Modify: true }
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
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const Name = added.trim()
    if (Name === '') return
    try {
      await edit(list, [{ Key: null, Name }], {})
      setAdded('')
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <section aria-label={list.label} className={classes.listEditor}>
      <h2 className={classes.listTitle}>
        {list.label}
        <span>{list.entity}</span>
      </h2>
      {list.also.length > 0 && <p className={classes.lead}>{words.also(list.also.join(', '))}</p>}
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
            <ActionIcon aria-label={words.remove(item.Value)} onClick={() => void remove(item)}>
              <Icon name="bin" size={14} />
            </ActionIcon>
          </>
        )}
      </Sortable>
      <form className={classes.adding} onSubmit={event => void add(event)}>
        <TextInput
          aria-label={words.newItem}
          placeholder={words.newItem}
          value={added}
          onChange={event => setAdded(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {ui.add}
        </Button>
      </form>
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
