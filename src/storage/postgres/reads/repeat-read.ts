// Repeats a read on another connection when its connection was lost, which is safe since a read changes nothing.
import { isUnusable, translate } from '../driver/failures.ts'

/** Several connections may be stale at once; each attempt discards one. */
const attempts = 3

export async function repeatRead<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!isUnusable(error) || attempt === attempts) throw translate(error)
    }
  }
}
