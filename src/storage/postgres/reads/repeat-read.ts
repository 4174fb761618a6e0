// A read changes nothing, so one whose connection was lost is simply asked again on another.
import { isUnusable, translate } from '../driver/failures.ts'

/** Several connections may have gone stale together; each try discards one. */
const attempts = 3

export async function repeatRead<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnusable(error) || attempt === attempts) throw translate(error)
    }
  }
}
