// Gathers what is to be written and passes it on many at a time: a write costs as much as many lines, and lines are made
// quicker one after the other than in between everything else.

export interface Batch<T> {
  add(item: T): void
  /** Passes on what was gathered: before another line is written, so that the order stays, and at the end. */
  flush(): void
}

const most = 160
const holdMs = 250

export function batch<T>(pass: (items: readonly T[]) => void): Batch<T> {
  let held: T[] = []
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    if (held.length === 0) return
    const items = held
    held = []
    pass(items)
  }
  return {
    add: item => {
      if (held.push(item) >= most) flush()
      else timer ??= setTimeout(flush, holdMs).unref()
    },
    flush,
  }
}
