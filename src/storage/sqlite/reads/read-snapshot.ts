// Shares one snapshot among the reads of an event-loop turn, since a snapshot costs three system calls.
import type { Connection } from '../connection.ts'

export class ReadSnapshot {
  readonly #connection: Connection
  #open = false
  #scheduled = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Called before each read. The snapshot begins with the first read after a turn or a commit of this process. */
  begin(): void {
    if (this.#open) return
    this.#connection.control('BEGIN')
    this.#open = true
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.end()
    })
  }

  /** Ends the snapshot, so that later reads see what was committed. */
  end(): void {
    if (!this.#open) return
    this.#open = false
    if (this.#connection.database.isOpen) this.#connection.control('COMMIT')
  }
}
