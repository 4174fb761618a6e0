// Computes which rows and columns of a table are in view, and where a row is. All rows have one height.

export const heightOfRows = (isPhone: boolean): number => (isPhone ? 48 : 36)
export const headHeight = 35

/** Rows that are drawn above and below the view. */
const overscan = 2

interface Range {
  readonly first: number
  readonly last: number
  /** Columns that begin left of here are in view: all of them once the table is scrolled aside. */
  readonly right: number
}

/** What of the table is in view, kept because the element would have to lay out the page to tell. */
export interface ScrollWindow {
  readonly scrollTop: number
  readonly clientHeight: number
}

export const nothing: Range = { first: 0, last: -1, right: Number.POSITIVE_INFINITY }

/** What of a scrolled element is measured. */
type Scrolled = Pick<HTMLElement, 'scrollTop' | 'scrollLeft' | 'clientHeight' | 'clientWidth'>

export function rangeIn({ scrollTop, scrollLeft, clientHeight, clientWidth }: Scrolled, height: number): Range {
  const first = Math.floor(scrollTop / height)
  const last = Math.max(first, Math.ceil((scrollTop + clientHeight - headHeight) / height) - 1)
  return { first, last, right: scrollLeft > 0 ? Number.POSITIVE_INFINITY : clientWidth }
}

export const isSame = (a: Range, b: Range): boolean => a.first === b.first && a.last === b.last && a.right === b.right

/** The rows to draw: those in view, a few around them, and that of the cursor, so that the focus has a place. */
export function drawnRows({ first, last }: Range, count: number, cursorRow: number): readonly number[] {
  if (last < first) return []
  const from = Math.max(0, Math.min(first, count) - overscan)
  const to = Math.min(count - 1, last + overscan)
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  return cursorRow < count && (cursorRow < from || cursorRow > to) ? [...rows, cursorRow] : rows
}

/** Where the table must be scrolled to so that the row is seen: as near as can be to where it is. */
export function topFor(row: number, height: number, { scrollTop, clientHeight }: ScrollWindow): number {
  const lowest = row * height
  return scrollTop > lowest ? lowest : Math.max(scrollTop, lowest + height + headHeight - clientHeight)
}
