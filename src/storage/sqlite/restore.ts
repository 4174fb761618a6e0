// Replaces a SQLite store by a backup, after the backup was verified.
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { release } from '../schema/migrations.ts'
import { verifySqlite } from './integrity.ts'
import { markerPath } from './running-marker.ts'

/** Returns the reason why a file cannot become the store; null when it can. */
export async function whyNotRestorable(file: string): Promise<string | null> {
  if (!existsSync(file)) return `There is no file ${file}.`
  const findings = await verifySqlite(file)
  if (findings.length > 0) return `${file} is not a sound SQLite file: ${findings.join('; ')}`
  const number = schemaNumber(file)
  if (number === null) return `${file} is a SQLite file, but not a store of this product.`
  if (number > release.number) {
    return `${file} is from a newer release (schema ${number}; this release knows ${release.number}). Use that release.`
  }
  return null
}

function schemaNumber(file: string): number | null {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const known = database
      .prepare(
        "SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table' AND name IN ('schema_version', 'migration')",
      )
      .get()
    if (known?.n !== 2) return null
    return (database.prepare('SELECT number FROM schema_version').get()?.number as number | undefined) ?? null
  } finally {
    database.close()
  }
}

/** Leaving WAL mode needs exclusive access and merges the log into the file, so it proves that no process uses the store. */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false
  const database = new DatabaseSync(path, { timeout: 500 })
  try {
    return database.prepare('PRAGMA journal_mode = DELETE').get()?.journal_mode !== 'delete'
  } catch {
    return true
  } finally {
    database.close()
  }
}

/** Returns the name under which the old store is kept; null when there was none. */
export function replaceStore(path: string, file: string, suffix: string): string | null {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const incoming = `${path}.incoming`
  copyFileSync(file, incoming)
  sync(incoming)
  const aside = existsSync(path) ? `${path}.before-${suffix}` : null
  if (aside !== null) renameSync(path, aside)
  // The log of the old store must never be applied to the new one, which was verified and is not in use.
  for (const left of [`${path}-wal`, `${path}-shm`, markerPath(path)]) rmSync(left, { force: true })
  renameSync(incoming, path)
  sync(dirname(path))
  return aside
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
