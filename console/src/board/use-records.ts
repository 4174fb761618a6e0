// Gives a component many records of the store, and renders it again when one of them changes.
import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { StoredRecord } from '../api/record-store.ts'
import { useWorkspace } from '../api/workspace.tsx'

/** The records of these keys that the store has. Memoise the keys. */
export function useRecords(keys: readonly string[]): readonly StoredRecord[] {
  const { store } = useWorkspace()
  const last = useRef<readonly StoredRecord[]>([])
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = keys.map(key => store.subscribe(key, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [store, keys],
  )
  return useSyncExternalStore(subscribe, () => {
    const now = keys.map(key => store.get(key)).filter(record => record !== null)
    const isSame = now.length === last.current.length && now.every((record, at) => record === last.current[at])
    if (!isSame) last.current = now
    return last.current
  })
}
