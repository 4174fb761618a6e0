// Lists things whose order a person changes, by dragging a handle or with Alt and the arrow keys.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import { DragHandle, useSorting } from '../ui/controls/drag-handle.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './setup.module.css'

interface SortableProps<T> {
  readonly label: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  readonly nameOf: (item: T) => string
  /** Moves the item at one place to another. */
  readonly onMove: (from: number, to: number) => void
  readonly children: (item: T) => ReactNode
}

/** The list with one item at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), items[from] as T, ...rest.slice(to)]
}

export function Sortable<T>({ label, items, keyOf, nameOf, onMove, children }: SortableProps<T>) {
  const { setup } = useTexts()
  const [said, setSaid] = useState('')
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= items.length || to === from) return
    onMove(from, to)
    setSaid(setup.movedTo(nameOf(items[from] as T), to + 1))
  }
  return (
    <>
      <ol className={classes.sortable} aria-label={label}>
        {items.map((item, at) => (
          <Line key={keyOf(item)} list={label} at={at} name={nameOf(item)} onMove={move}>
            {children(item)}
          </Line>
        ))}
      </ol>
      <span role="status" className={classes.unseen}>
        {said}
      </span>
    </>
  )
}

interface LineProps {
  readonly list: string
  readonly at: number
  readonly name: string
  readonly onMove: (from: number, to: number) => void
  readonly children: ReactNode
}

function Line({ list, at, name, onMove, children }: LineProps) {
  const { setup } = useTexts()
  const { item, handle, isOver } = useSorting<HTMLLIElement>({ list, at, onMove })
  const step = (by: number) => () => onMove(at, at + by)
  const keys = { ArrowUp: step(-1), ArrowDown: step(1) }
  return (
    <li ref={item} className={classes.item} data-over={isOver || undefined}>
      <DragHandle handle={handle} label={setup.move(name)} hint={setup.moveHint} keys={keys} />
      {children}
    </li>
  )
}

/** The button of a line that takes it away. */
export function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <IconButton aria-label={label} onClick={onRemove}>
      <Icon name="bin" size={14} />
    </IconButton>
  )
}

interface AddingProps {
  readonly label: string
  readonly onAdd: (name: string) => Promise<unknown>
  /** It stands in the bar of the page, not below a list. */
  readonly isInBar?: boolean
}

/** Asks for the name of a new thing. */
export function Adding({ label, onAdd, isInBar = false }: AddingProps) {
  const { ui } = useTexts()
  const [name, setName] = useState('')
  const add = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') onAdd(name.trim()).then(() => setName(''), showFailure)
  }
  return (
    <form className={isInBar ? classes.inBar : classes.adding} onSubmit={add}>
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={label}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {ui.add}
      </Button>
    </form>
  )
}
