// Follows a pointer that drags an item of a calendar, and says by how much the item is shifted.
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { CalendarItem, Shift } from './items.ts'

/** How many pixels the pointer goes before it drags: less is a click. */
const leastPx = 4

interface Drag {
  readonly id: string
  readonly shift: Shift
}

/** `shiftOf` turns the way of the pointer into days and minutes. */
export function useDrag(
  shiftOf: (x: number, y: number, isEndOnly: boolean) => Shift,
  onShift: (item: CalendarItem, shift: Shift) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef<{ item: CalendarItem; x: number; y: number; isEndOnly: boolean } | null>(null)
  const wasDragged = useRef(false)
  const handlers = (item: CalendarItem) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false
      // A finger scrolls the page.
      if (event.button !== 0 || event.pointerType === 'touch' || item.isOccurrence) return
      const isEndOnly = (event.target as HTMLElement).dataset.end !== undefined
      start.current = { item, x: event.clientX, y: event.clientY, isEndOnly }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = start.current
      if (!from || from.item.id !== item.id) return
      const [x, y] = [event.clientX - from.x, event.clientY - from.y]
      if (!wasDragged.current && Math.hypot(x, y) < leastPx) return
      wasDragged.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ id: item.id, shift: shiftOf(x, y, from.isEndOnly) })
    },
    onPointerUp: () => {
      start.current = null
      setDrag(null)
      if (drag && (drag.shift.days !== 0 || drag.shift.minutes !== 0)) onShift(item, drag.shift)
    },
    onPointerCancel: () => {
      start.current = null
      setDrag(null)
    },
    /** The end of a drag opens nothing. */
    onClickCapture: (event: MouseEvent) => {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  })
  const shiftFor = (item: CalendarItem): Shift | null => (drag?.id === item.id ? drag.shift : null)
  return { handlers, shiftFor }
}
