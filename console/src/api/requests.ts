// Lists the requests behind the open screen, and the last write, for those who want to send them themselves.
import { useEffect, useId, useSyncExternalStore } from 'react'
import type { Body } from './envelope.ts'

export interface ShownRequest {
  /** What the request is for, in the words of the screen. */
  readonly title: string
  readonly operation: string
  readonly body: Body
  /** The path of a request that is a GET and no operation: `/webhooks/v1/targets`. */
  readonly get?: string
}

let shown: ReadonlyMap<string, ShownRequest> = new Map()
const listeners = new Set<() => void>()

function put(id: string, request: ShownRequest | null): void {
  if ((shown.get(id) ?? null) === request) return
  const next = new Map(shown)
  if (request) next.set(id, request)
  else next.delete(id)
  shown = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lists a request while the component is there that made it. */
export function useShownRequest(request: ShownRequest | null): void {
  const id = useId()
  // As each drawing has it: to find out whether two bodies say the same would take longer.
  useEffect(() => put(id, request))
  useEffect(() => () => put(id, null), [id])
}

/** Keeps the last write, until the next one. */
export const showWrite = (request: ShownRequest): void => put('write', request)

/** The requests of the screen in the order in which it made them, then the last write. */
export function useShownRequests(): readonly ShownRequest[] {
  const all = useSyncExternalStore(subscribe, () => shown)
  return [...[...all].filter(([id]) => id !== 'write'), ...[...all].filter(([id]) => id === 'write')].map(([, r]) => r)
}
