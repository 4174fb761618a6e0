// Moves an item of a list to the place of another one: by dragging a handle, or with Alt and the arrow keys on it.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '../display/icons.tsx'
import { useLatest } from '../use-latest.ts'
import classes from './drag-handle.module.css'

interface Sorting {
  /** An item is dropped on items of the same list only. */
  readonly list: string
  readonly at: number
  readonly isEnabled?: boolean
  readonly onMove: (from: number, to: number) => void
}

interface SortedItem<E> {
  readonly item: RefObject<E | null>
  readonly handle: RefObject<HTMLButtonElement | null>
  /** Another item is held over this one. */
  readonly isOver: boolean
}

export function useSorting<E extends HTMLElement>({ list, at, isEnabled = true, onMove }: Sorting): SortedItem<E> {
  const item = useRef<E>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const latestMove = useLatest(onMove)
  useEffect(() => {
    const [element, dragHandle] = [item.current, handle.current]
    if (!isEnabled || !element || !dragHandle) return
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ list, at }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          latestMove.current(source.data.at as number, at)
        },
      }),
    )
  }, [list, at, isEnabled, latestMove])
  return { item, handle, isOver }
}

interface HandleProps {
  readonly handle: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly hint: string
  /** What the arrow keys do that have a meaning here. */
  readonly keys: Readonly<Partial<Record<string, (isShift: boolean) => void>>>
}

export function DragHandle({ handle, label, hint, keys }: HandleProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = keys[event.key]
    if (!step || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    step(event.shiftKey)
  }
  return (
    <button ref={handle} type="button" className={classes.handle} aria-label={label} title={hint} onKeyDown={onKeyDown}>
      <Icon name="drag" size={14} />
    </button>
  )
}
