// Gives the one view of the tab on whether the server can be reached.
import { useSyncExternalStore } from 'react'
import { Reachability } from './reachability.ts'

export const reachability = new Reachability({
  probe: () => fetch('/healthz', { cache: 'no-store' }),
  hasNetwork: () => navigator.onLine,
  onNetwork: run => {
    addEventListener('online', () => run(true))
    addEventListener('offline', () => run(false))
  },
  wait: (run, ms) => void setTimeout(run, ms),
})

export const useIsAway = (): boolean => useSyncExternalStore(reachability.subscribe, reachability.isAway)
