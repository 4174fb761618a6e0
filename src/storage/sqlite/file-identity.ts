// Notices by the inode when the file of the store was deleted or replaced while connections are open.
import { statSync } from 'node:fs'
import { StoreUnavailable } from '../../base/errors.ts'

export class FileIdentity {
  readonly #path: string
  readonly #opened: string | null
  /** The inode and the time of creation, which differ for a copy. */
  readonly created: string
  /** The log is created by the first write and stays until the last connection closes. */
  #log: string | null = null

  /** Created after the connections, which create a new file. */
  constructor(path: string) {
    this.#path = path
    this.#opened = inodeOf(path)
    const { ino, birthtimeNs } = statSync(path, { bigint: true })
    this.created = `${ino} ${birthtimeNs}`
  }

  /** Throws when the path no longer leads to the files that the connections have open, since writes would be lost. */
  check(): void {
    const file = inodeOf(this.#path)
    if (file !== this.#opened) throw gone(file === null ? 'deleted' : 'replaced')
    const log = inodeOf(`${this.#path}-wal`)
    if (this.#log !== null && log !== this.#log) throw gone(log === null ? 'deleted' : 'replaced')
    this.#log = log
  }
}

function inodeOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found ? `${found.dev}:${found.ino}` : null
}

function gone(how: 'deleted' | 'replaced'): StoreUnavailable {
  const reason = `The store cannot be written: its file was ${how} while the server was running. Restart the server.`
  return new StoreUnavailable(reason, { reason })
}
