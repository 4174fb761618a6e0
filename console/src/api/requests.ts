// Lists the requests of components for the drawer of the screen, and gives the list to the drawer.
import { useEffect, useId, useSyncExternalStore } from 'react'
import { inOrder, type ScreenRequest, screenRequests } from './screen-requests.ts'

/** Lists a request while the component is mounted that made it. */
export function useShownRequest(request: ScreenRequest | null): void {
  const id = useId()
  // After every render: to compare two bodies would take longer.
  useEffect(() => screenRequests.set(id, request))
  useEffect(() => () => screenRequests.set(id, null), [id])
}

export const useShownRequests = (): readonly ScreenRequest[] =>
  inOrder(useSyncExternalStore(screenRequests.subscribe, screenRequests.snapshot))
