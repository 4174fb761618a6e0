// Remembers which of the frame's panels is open: palette, requests or keyboard help; at most one is.
import { useSyncExternalStore } from 'react'

type Overlay = 'palette' | 'requests' | 'keys' | 'navigation'

let open: Overlay | null = null
const listeners = new Set<() => void>()

export function showOverlay(overlay: Overlay | null): void {
  open = overlay
  for (const listener of listeners) listener()
}

export const useOverlay = (): Overlay | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
