// Lets other requests have their turns of the event loop while a request with many records is worked on.

/** Work of many steps may take so much of one turn, all requests together. A Read on PostgreSQL waits for three turns. */
const longestTurnMs = 0.5

/** When the first step of the current turn began. The event loop is one for the process, and so is this. */
let began: number | null = null

/**
 * Called between two steps. Undefined while the turn has time left; otherwise a promise of the next turn, to be awaited
 * before the next step.
 */
export function nextTurnIfLong(): Promise<void> | undefined {
  const now = performance.now()
  if (began === null) {
    began = now
    setImmediate(() => {
      began = null
    })
  } else if (now - began > longestTurnMs) return new Promise(resolve => setImmediate(resolve))
  return undefined
}
