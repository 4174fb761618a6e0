// Finds the rows and columns of a table that are in view. All rows have one height, so that a long list takes no more memory than a short one.
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

export const heightOfRows = (isPhone: boolean): number => (isPhone ? 48 : 36)
export const headHeight = 35

/** Rows that are drawn above and below the view. */
const overscan = 2

interface Extent {
  readonly count: number
  readonly height: number
  /** Where the table is scrolled to when it is first shown. */
  readonly startTop: number
  /** The row of the cursor stays drawn, so that the focus has a place. */
  readonly cursorRow: number
}

interface Range {
  readonly first: number
  readonly last: number
  /** Columns that begin left of here are in view: all of them once the table is scrolled aside. */
  readonly right: number
}

/** What of the table is in view, kept because the element would have to lay out the page to tell. */
export interface View {
  readonly scrollTop: number
  readonly clientHeight: number
}

const nothing: Range = { first: 0, last: -1, right: Number.POSITIVE_INFINITY }

function rangeIn({ scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement, height: number): Range {
  const first = Math.floor(scrollTop / height)
  const last = Math.max(first, Math.ceil((scrollTop + clientHeight - headHeight) / height) - 1)
  return { first, last, right: scrollLeft > 0 ? Number.POSITIVE_INFINITY : clientWidth }
}

const isSame = (a: Range, b: Range): boolean => a.first === b.first && a.last === b.last && a.right === b.right

export function useRows(scroll: RefObject<HTMLElement | null>, { count, height, startTop, cursorRow }: Extent) {
  const [{ first, last, right }, setRange] = useState(nothing)
  const view = useRef<View>({ scrollTop: startTop, clientHeight: 0 })
  const look = useCallback(() => {
    const element = scroll.current
    if (!element) return
    view.current = { scrollTop: element.scrollTop, clientHeight: element.clientHeight }
    const now = rangeIn(element, height)
    setRange(before => (isSame(before, now) ? before : now))
  }, [scroll, height])
  // biome-ignore lint/correctness/useExhaustiveDependencies: later the person decides where the table is scrolled to
  useLayoutEffect(() => {
    if (startTop > 0) scroll.current?.scrollTo({ top: startTop })
  }, [])
  useLayoutEffect(() => {
    const element = scroll.current
    if (!element) return
    look()
    const size = new ResizeObserver(look)
    size.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroll, look])
  const drawn = useMemo(() => {
    if (last < first) return []
    const from = Math.max(0, Math.min(first, count) - overscan)
    const to = Math.min(count - 1, last + overscan)
    const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
    return cursorRow < count && (cursorRow < from || cursorRow > to) ? [...rows, cursorRow] : rows
  }, [first, last, count, cursorRow])
  return { first, last, right, drawn, view }
}

/** Where the table must be scrolled to so that the row is seen: as near as can be to where it is. */
export function topFor(row: number, height: number, { scrollTop, clientHeight }: View): number {
  const lowest = row * height
  return scrollTop > lowest ? lowest : Math.max(scrollTop, lowest + height + headHeight - clientHeight)
}
