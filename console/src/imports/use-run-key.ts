// Gives the button at the foot of a step its key.
import { useMemo } from 'react'
import { useShortcuts } from '../keys/registry.ts'
import { useLatest } from '../ui/use-latest.ts'

/** Ctrl+Enter does what the button at the foot of a step does. */
export function useRunKey(label: string, run: (() => unknown) | null): void {
  const latest = useLatest(run)
  const isThere = run !== null
  useShortcuts(
    useMemo(
      () => (isThere ? [{ keys: 'mod+enter', label, inFields: true, run: () => void latest.current?.() }] : []),
      [isThere, label, latest],
    ),
  )
}
