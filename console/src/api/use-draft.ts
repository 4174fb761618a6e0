// Gives a form its values: those of its draft, or those with which it begins.
import { useState } from 'react'
import { Drafts } from './drafts.ts'
import { useWorkspace } from './workspace.tsx'

const drafts = new Drafts(window)

/** Whether a form has values that were not sent. */
export const hasDrafts = (): boolean => !drafts.isEmpty

interface Draft<T> {
  readonly value: T
  readonly change: (part: Partial<T>) => void
  /** For values that were sent, or discarded. */
  readonly drop: () => void
}

/** The values of a form by the id of its subject. */
export function useKeptDraft<T extends object>(id: string, initial: T): Draft<T> {
  const { database } = useWorkspace().api
  const own = `${database} ${id}`
  const [value, setValue] = useState(() => (drafts.get(own) as T | undefined) ?? initial)
  return {
    value,
    change: part =>
      setValue(old => {
        const next = { ...old, ...part }
        drafts.set(own, next, initial)
        return next
      }),
    drop: () => drafts.drop(own),
  }
}

/** The first of these forms that has a draft. */
export function useDrafted<T extends string>(ids: Readonly<Record<T, string>>): T | null {
  const { database } = useWorkspace().api
  const own = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, `${database} ${id}`]))
  return drafts.firstOf(own as Record<T, string>)
}
