// Keeps what was typed into a form and not sent, while the tab lives: whoever comes back to the form finds it there.
import { useState } from 'react'
import { useWorkspace } from './workspace.tsx'

/** In memory alone, since browsers keep no data of customers. A reload would lose it, so the browser asks first. */
const drafts = new Map<string, unknown>()

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

function keep(id: string, value: unknown): void {
  if (drafts.size === 0) addEventListener('beforeunload', ask)
  drafts.set(id, value)
}

function drop(id: string): void {
  drafts.delete(id)
  if (drafts.size === 0) removeEventListener('beforeunload', ask)
}

interface Draft<T> {
  readonly value: T
  readonly change: (part: Partial<T>) => void
  /** For what was sent, or given up. */
  readonly drop: () => void
}

/** The values of a form by the id of what it is for. Values as at the beginning are no draft. */
export function useKeptDraft<T extends object>(id: string, initial: T): Draft<T> {
  const { database } = useWorkspace().api
  const own = `${database} ${id}`
  const [value, setValue] = useState(() => (drafts.get(own) as T | undefined) ?? initial)
  return {
    value,
    change: part =>
      setValue(old => {
        const next = { ...old, ...part }
        if (JSON.stringify(next) === JSON.stringify(initial)) drop(own)
        else keep(own, next)
        return next
      }),
    drop: () => drop(own),
  }
}

/** The first of these forms that has a draft. */
export function useDrafted<T extends string>(ids: Readonly<Record<T, string>>): T | null {
  const { database } = useWorkspace().api
  return (Object.keys(ids) as T[]).find(name => drafts.has(`${database} ${ids[name]}`)) ?? null
}
