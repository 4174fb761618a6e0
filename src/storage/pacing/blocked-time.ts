// Measures how long a read has blocked its thread. The time that the machine gave to other work does not count.
import { threadMs } from './read-time.ts'

const readsOfProcess = (): number => {
  const { fsRead, majorPageFault } = process.resourceUsage()
  return fsRead + majorPageFault
}

export class BlockedTime {
  #began = 0
  #threadBegan = 0
  readonly #readsSoFar: () => number
  #known: number

  /** `readsSoFar`: how often this process has read from the disk. */
  constructor(readsSoFar = readsOfProcess) {
    this.#readsSoFar = readsSoFar
    this.#known = readsSoFar()
  }

  begin(): void {
    this.#began = performance.now()
    this.#threadBegan = threadMs()
  }

  /**
   * The processor time of the thread; all of the time when this process has read from the disk since it was asked last, since the thread
   * may have waited for that.
   */
  ms(): number {
    const whole = performance.now() - this.#began
    const reads = this.#readsSoFar()
    if (reads === this.#known) return Math.min(whole, threadMs() - this.#threadBegan)
    this.#known = reads
    return whole
  }
}
