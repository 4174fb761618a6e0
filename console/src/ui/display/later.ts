// Draws a part of a screen after the rest is painted: rows before the name of their view, the fields of a record before its lists.
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'

const waiting = new Set<() => void>()
let isAsked = false

/** Runs all that waits in one task, right after the next frame, so that React draws it once. */
export function afterPaint(run: () => void): () => void {
  waiting.add(run)
  if (!isAsked) {
    isAsked = true
    requestAnimationFrame(() =>
      setTimeout(() => {
        isAsked = false
        const now = [...waiting]
        waiting.clear()
        startTransition(() => {
          for (const one of now) one()
        })
      }),
    )
  }
  return () => void waiting.delete(run)
}

/**
 * The value with which the page was painted last. React's own deferred values come too early for this: they are drawn when the
 * processor is free, which is before the next frame.
 */
export function useAfterPaint<T>(value: T, first: T = value): T {
  const [painted, setPainted] = useState({ value: first })
  useLayoutEffect(
    () => (Object.is(painted.value, value) ? undefined : afterPaint(() => setPainted({ value }))),
    [value, painted],
  )
  return painted.value
}

/** Its content comes after the rest is painted. */
export const AfterPaint = ({ children }: { readonly children: ReactNode }): ReactNode =>
  useAfterPaint(true, false) ? children : null
