// Gathers lines and passes them on by the block, since each write costs more than making a line.

export interface Batch {
  add(line: string): void
  /** Passes on what was gathered: before another line is written, so that the order stays, and at the end. */
  flush(): void
}

const blockLength = 32_000
const holdMs = 250

export function batch(write: (block: string) => void): Batch {
  let held = ''
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    if (held === '') return
    const block = held
    held = ''
    write(block)
  }
  return {
    add: line => {
      held += line
      if (held.length >= blockLength) flush()
      else timer ??= setTimeout(flush, holdMs).unref()
    },
    flush,
  }
}
