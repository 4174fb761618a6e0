// Repeats a read after a lost connection or a retryable error, which is safe since a read changes nothing.
import { ConnectionAbandoned, isNodeLoss, isRetryable, isUnusable, translate } from '../driver/failures.ts'

/** Several connections may be stale at once; each attempt discards one. */
const attempts = 3

/** `mayRepeat` is false once the receiver of the read has got rows. */
export async function repeatRead<T>(read: () => Promise<T>, mayRepeat = () => true): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      // A read is retryable when its tenant was moved to another node after it was planned.
      const passes = isUnusable(error) || isNodeLoss(error) || isRetryable(error)
      if (!passes || error instanceof ConnectionAbandoned || attempt === attempts || !mayRepeat())
        throw translate(error)
    }
  }
}
