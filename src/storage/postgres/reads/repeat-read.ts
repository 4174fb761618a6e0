// Repeats a read when its connection was lost or the server asks for that, which is safe since a read changes nothing.
import { isNodeLoss, isRetryable, isUnusable, translate } from '../driver/failures.ts'

/** Several connections may be stale at once; each attempt discards one. */
const attempts = 3

/** `mayRepeat` is false once somebody has heard rows of the read. */
export async function repeatRead<T>(read: () => Promise<T>, mayRepeat = () => true): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      // Retryable is a read of a tenant that was moved to another node after the read was planned.
      const passes = isUnusable(error) || isNodeLoss(error) || isRetryable(error)
      if (!passes || attempt === attempts || !mayRepeat()) throw translate(error)
    }
  }
}
