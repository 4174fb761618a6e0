// Keeps a file beside a SQLite store while a server uses it: the next server finds the marker of one that was killed.
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'

export const markerPath = (path: string): string => `${path}-running`

export class RunningMarker {
  /** Whether the last server on the store did not stop in good order. */
  readonly stoppedUncleanly: boolean
  readonly #file: string

  constructor(path: string) {
    this.#file = markerPath(path)
    this.stoppedUncleanly = existsSync(this.#file)
    try {
      closeSync(openSync(this.#file, 'w', 0o600))
    } catch {
      // A folder that cannot be written: the store is read-only, and nothing can be damaged by writing.
    }
  }

  /** The server has stopped in good order. */
  remove(): void {
    rmSync(this.#file, { force: true })
  }
}
