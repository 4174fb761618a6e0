// Gives handlers and effects the value of the last render without being made anew for it.
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A ref with the value of the last render. It is written after the render, so a render must not read it. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
