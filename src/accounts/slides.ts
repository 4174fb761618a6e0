// Batches the slides of tokens and writes them to the store every few seconds (write-behind).
import type { Bound } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'

/** Moves the end of the idle time of tokens, never to an earlier moment. */
export type SlideStatement = Bound<{ digests: readonly string[]; expires: number }>

interface Slides {
  add(digest: string, expires: number): void
  /** The expiry of a token that is not written yet; 0 when there is none. */
  expiryOf(digest: string): number
  flush(): Promise<void>
  close(): Promise<void>
}

const flushMs = 3000

export function createSlides(store: Store, slide: SlideStatement, onFault: (error: unknown) => void): Slides {
  const waiting = new Map<string, number>()
  const flush = async (): Promise<void> => {
    if (waiting.size === 0) return
    const batch = [...waiting]
    waiting.clear()
    const bySecond = Map.groupBy(batch, ([, expires]) => expires)
    try {
      await store.write(async tx => {
        for (const [expires, slides] of bySecond) {
          const digests = slides.map(([digest]) => digest).sort()
          await tx.run(slide(store.dialect, { digests, expires }))
        }
      })
    } catch (error) {
      // The slides are kept for the next flush, so that a store failure does not end sessions that are in use.
      for (const [digest, expires] of batch) if (!waiting.has(digest)) waiting.set(digest, expires)
      throw error
    }
  }
  const timer = setInterval(() => flush().catch(onFault), flushMs).unref()
  return {
    add: (digest, expires) => void waiting.set(digest, expires),
    expiryOf: digest => waiting.get(digest) ?? 0,
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch(onFault)
    },
  }
}
