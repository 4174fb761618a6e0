// Reads of one turn of the event loop share a snapshot: taking one costs SQLite three calls to the system.
import type { Connection } from '../connection.ts'

export class ReadSnapshot {
  readonly #connection: Connection
  #open = false
  #scheduled = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Called before each read. The snapshot is that of the first one since a turn, or a commit of ours, has ended. */
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

  /** What was committed is seen by whoever reads after it. */
  end(): void {
    if (!this.#open) return
    this.#open = false
    if (this.#connection.database.isOpen) this.#connection.control('COMMIT')
  }
}
