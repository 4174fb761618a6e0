// Writes log lines to a stream and never waits for it: lines that are not read are buffered up to a bound, then dropped and counted.
import type { Writable } from 'node:stream'

/** More than a reader that keeps up ever lets wait. */
const heldBytes = 1024 ** 2
const flushMs = 1_000

export class LogWriter {
  readonly #stream: Writable
  readonly #caughtUp: (dropped: number) => void
  #dropped = 0
  #told = 0
  #broken = false

  /** `caughtUp` gets the number of dropped lines, once the reader has read the buffer. */
  constructor(stream: Writable, caughtUp: (dropped: number) => void) {
    this.#stream = stream
    this.#caughtUp = caughtUp
    // The reader of the log has gone. The server goes on.
    stream.on('error', () => {
      this.#broken = true
    })
    stream.on('drain', () => this.#tell())
  }

  /** Lines dropped so far. */
  get dropped(): number {
    return this.#dropped
  }

  write(lines: string): void {
    if (this.#broken || this.#stream.writableLength > heldBytes) this.#dropped += countLines(lines)
    else this.#stream.write(lines)
  }

  /** Waits until all lines are written, but no longer than a second; false when they are not. */
  async flush(): Promise<boolean> {
    if (this.#broken || this.#stream.writableLength === 0) return true
    const written = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => written.resolve(false), flushMs)
    this.#stream.write('', () => written.resolve(true))
    try {
      return await written.promise
    } finally {
      clearTimeout(timer)
    }
  }

  #tell(): void {
    const dropped = this.#dropped - this.#told
    if (dropped === 0) return
    this.#told = this.#dropped
    this.#caughtUp(dropped)
  }
}

function countLines(lines: string): number {
  let count = 0
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) count++
  return count
}
