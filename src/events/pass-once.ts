// Does the work that follows from events once: in the transaction in which one process moves the position on.
import type { Store, Tx } from '../storage/store.ts'

/** Another process has moved the position on meanwhile. */
class Passed extends Error {}

/** `pass` changes one row, or none when another process was first: then nothing is written, and the answer is false. */
export async function passOnce(
  store: Pick<Store, 'write'>,
  pass: (tx: Tx) => Promise<number>,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  try {
    await store.write(async tx => {
      if ((await pass(tx)) === 0) throw new Passed()
      await work(tx)
    })
    return true
  } catch (error) {
    if (error instanceof Passed) return false
    throw error
  }
}
