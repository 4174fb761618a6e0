// Checks the file of a SQLite store: its pages and indexes in a process of its own, its word index against the rows.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from '../../base/errors.ts'
import type { SharedFile } from '../nodes/siblings.ts'
import type { Examination, IntegrityPort, Row } from '../store.ts'
import type { Table } from '../table.ts'
import { translate } from './failures.ts'
import { ScanPool } from './reads/scan-pool.ts'
import { unpackRows } from './reads/scans.ts'
import { markerPath, RunningMarker } from './running-marker.ts'
import { compareWords } from './words/compare-words.ts'

const mostDefects = 20
/** A check reads the whole file, which may be hundreds of gigabytes. */
const longestCheckMs = 24 * 3_600_000

const checks = {
  quick: [`PRAGMA quick_check(${mostDefects})`],
  deep: [`PRAGMA integrity_check(${mostDefects})`, 'PRAGMA foreign_key_check'],
}

/** The defects of a file, at most 20; empty when it is sound. */
export async function verifySqlite(
  path: string,
  depth: 'quick' | 'deep' = 'deep',
  started: (pool: ScanPool) => void = () => {},
): Promise<string[]> {
  const unreadable = whyUnreadable(path)
  if (unreadable !== null) return [unreadable]
  const pool = new ScanPool(path, 1)
  started(pool)
  const defects = new Set<string>()
  try {
    for (const sql of checks[depth]) {
      const each = (packed: Uint8Array) => {
        for (const row of unpackRows(packed)) {
          // The integrity check gives a text, the check of references the table, the rowid and the table referred to.
          const text = row.length === 1 ? String(row[0]) : `${row[0]} has a row whose ${row[2]} does not exist`
          if (text !== 'ok' && defects.size < mostDefects) defects.add(text)
        }
      }
      await pool.scan({ sql, params: [] }, { timeoutMs: longestCheckMs, each })
    }
  } catch (error) {
    defects.add(reasonOf(error))
  } finally {
    await pool.close()
  }
  return [...defects]
}

/** A scan process that cannot open the file would end without a reason. */
function whyUnreadable(path: string): string | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    database?.close()
  }
}

function reasonOf(error: unknown): string {
  const reason = translate(error)
  return reason instanceof Error ? reason.message : String(reason)
}

export class SqliteIntegrity implements IntegrityPort {
  readonly stoppedUncleanly: boolean
  readonly #path: string
  readonly #marker: RunningMarker | null
  readonly #shared: SharedFile | undefined
  #checking: ScanPool | null = null
  #isUnfinished = false
  #closed = false
  #isDamaged = false

  /** A server of several processes keeps one marker for all of them. */
  constructor(path: string, serving: boolean, shared: SharedFile | undefined) {
    this.#path = path
    this.#shared = shared
    this.#marker = serving && !shared ? new RunningMarker(path) : null
    this.stoppedUncleanly = shared?.stoppedUncleanly ?? this.#marker?.stoppedUncleanly ?? existsSync(markerPath(path))
  }

  /** Throws when the store is known to be damaged, since a write to it may be lost. */
  check(): void {
    if (!this.#isDamaged && !this.#shared?.isDamaged()) return
    const reason = 'The store cannot be written: it is damaged. Run "clientele doctor --deep" and restore a backup.'
    throw new StoreUnavailable(reason, { reason })
  }

  async examine(depth: 'quick' | 'deep'): Promise<Examination> {
    this.#isUnfinished = true
    const defects = await verifySqlite(this.#path, depth, pool => {
      this.#checking = pool
    })
    // Closing ends the check early, without a result.
    if (this.#closed) throw new StoreUnavailable('The store was closed before the check was done.')
    this.#isUnfinished = false
    this.#isDamaged ||= defects.length > 0
    this.#shared?.checked(defects.length === 0)
    return { defects }
  }

  compareWords = async (table: Table, tokensOf: (row: Row) => readonly string[]): Promise<string[]> =>
    compareWords(this.#path, table, tokensOf)

  async close(): Promise<void> {
    this.#closed = true
    await this.#checking?.close()
    // A store that is damaged, or was not checked to the end, is checked at the next start.
    if (!this.#isDamaged && !this.#isUnfinished) this.#marker?.remove()
  }
}
