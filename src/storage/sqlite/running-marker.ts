// Keeps a marker file beside a SQLite store while a server uses it, so that the next server notices that this one was killed.
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
      // The folder cannot be written, so the store is read-only and cannot be damaged by writes.
    }
  }

  /** Called when the server stops in good order. */
  remove(): void {
    rmSync(this.#file, { force: true })
  }
}
