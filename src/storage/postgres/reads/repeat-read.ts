// Repeats a read on another connection when its connection was lost, which is safe since a read changes nothing.
import { isNodeLoss, isUnusable, translate } from '../driver/failures.ts'

/** Several connections may be stale at once; each attempt discards one. */
const attempts = 3

/** `mayRepeat` is false once somebody has heard rows of the read. */
export async function repeatRead<T>(read: () => Promise<T>, mayRepeat = () => true): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!(isUnusable(error) || isNodeLoss(error)) || attempt === attempts || !mayRepeat()) throw translate(error)
    }
  }
}
