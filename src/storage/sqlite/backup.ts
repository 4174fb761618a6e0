// Copies a SQLite store while it is in use, and verifies the copy.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { translate } from './failures.ts'

/** Pages copied between two turns of the event loop: about a millisecond of work. */
const pagesAtOnce = 500

/** Copies to a file beside the target and renames it, so that an incomplete copy never has the target's name. */
export async function backupSqlite(
  source: string,
  target: string,
  onProgress: (copiedPages: number, totalPages: number) => void = () => {},
): Promise<void> {
  const partial = `${target}.partial`
  mkdirSync(dirname(target), { recursive: true })
  rmSync(partial, { force: true })
  try {
    const database = new DatabaseSync(source, { readOnly: true, timeout: 5_000 })
    try {
      await backup(database, partial, {
        rate: pagesAtOnce,
        progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
      })
    } finally {
      database.close()
    }
    settle(partial)
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { force: true })
    throw translate(error)
  }
}

/** Leaves WAL mode, so that the copy stays one file, also while it is read. */
function settle(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = DELETE')
  database.close()
}

/** The defects of a store file; empty when it is sound. */
export function verifySqlite(path: string): string[] {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    const findings = database
      .prepare('PRAGMA integrity_check(20)')
      .all()
      .map(row => String(row.integrity_check))
    const dangling = database.prepare('PRAGMA foreign_key_check').all()
    return [
      ...findings.filter(finding => finding !== 'ok'),
      ...dangling.slice(0, 20).map(row => `${row.table} has a row whose ${row.parent} does not exist`),
    ]
  } catch (error) {
    const reason = translate(error)
    return [reason instanceof Error ? reason.message : String(reason)]
  } finally {
    database?.close()
  }
}
