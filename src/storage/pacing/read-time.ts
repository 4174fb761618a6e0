// Limits the processor time of reads that run inside a transaction, and so in the thread that serves all requests on SQLite.

/** One read may take so long, since nothing else runs meanwhile; all reads of a transaction, since it holds the write lock. */
const longest = { readMs: 100, transactionMs: 1_000 }

/** Processor time of this thread, which other work on the machine does not add to. */
export const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The time that the reads of one transaction over a caller's values have left. */
export class ReadTime {
  #leftMs = longest.transactionMs

  /** What the next read may take. */
  get nextMs(): number {
    return Math.max(0, Math.min(longest.readMs, this.#leftMs))
  }

  took(ms: number): void {
    this.#leftMs -= ms
  }
}
