// Gives a table the rows and columns that are in view. All rows have one height, so that a long list takes no more memory than a short one.
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { drawnRows, isSame, nothing, rangeIn, type ScrollWindow } from './rows.ts'

interface Extent {
  readonly count: number
  readonly height: number
  /** Where the table is scrolled to when it is first shown. */
  readonly startTop: number
  /** The row of the cursor stays drawn, so that the focus has a place. */
  readonly cursorRow: number
}

export function useRows(scroll: RefObject<HTMLElement | null>, { count, height, startTop, cursorRow }: Extent) {
  const [range, setRange] = useState(nothing)
  const view = useRef<ScrollWindow>({ scrollTop: startTop, clientHeight: 0 })
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
  const drawn = useMemo(() => drawnRows(range, count, cursorRow), [range, count, cursorRow])
  return { ...range, drawn, view }
}
