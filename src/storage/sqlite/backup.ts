// Copies a SQLite store while it is in use.
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { translate } from './failures.ts'

/** Copies all pages in one step: SQLite starts over after every write between two steps. */
const allPages = 2 ** 31 - 1
const progressMs = 200

/** Copies to a file beside the target and renames it, so that an incomplete copy never has the target's name. */
export async function backupSqlite(
  source: string,
  target: string,
  onProgress: (copiedBytes: number, totalBytes: number) => void = () => {},
): Promise<void> {
  const partial = `${target}.partial`
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  rmSync(partial, { force: true })
  try {
    // Creates the file with its permissions before it has content.
    closeSync(openSync(partial, 'wx', 0o600))
    const database = new DatabaseSync(source, { readOnly: true, timeout: 5_000 })
    const bytes = sizeOf(database)
    const timer = setInterval(() => onProgress(Math.min(statSync(partial).size, bytes), bytes), progressMs)
    try {
      await backup(database, partial, { rate: allPages })
    } finally {
      clearInterval(timer)
      database.close()
    }
    onProgress(bytes, bytes)
    settle(partial)
    renameSync(partial, target)
  } catch (error) {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${suffix}`, { force: true })
    throw translate(error)
  }
}

function sizeOf(database: DatabaseSync): number {
  const row = database.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()
  return Number(row?.bytes ?? 0)
}

/** Leaves WAL mode, so that the copy is one file, also while it is read. */
function settle(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = DELETE')
  database.close()
}
