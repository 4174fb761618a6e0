// Runs scans of a SQLite store in a process of its own, one query at a time.
import { constants, setPriority } from 'node:os'
import { serialize } from 'node:v8'
import type { Query } from '../../store.ts'
import { Connection } from '../connection.ts'

export interface ScanRequest {
  readonly number: number
  readonly query: Query
}

/**
 * The message that the store is open, then for each scan its rows in pieces and its end. A piece is packed, so that it can be
 * passed on without being parsed.
 */
export type ScanAnswer =
  | { readonly ready: true }
  | { readonly number: number; readonly packed: Uint8Array }
  | { readonly number: number; readonly end: true }
  | { readonly number: number; readonly error: { message: string; code?: unknown; errcode?: unknown } }

// Short requests, which the server answers itself, come before scans.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const connection = new Connection(process.argv[2] as string, { readOnly: true, small: true, busyTimeoutMs: 5_000 })

const tell = (answer: ScanAnswer) => void process.send?.(answer)

process.on('message', ({ number, query }: ScanRequest) => {
  try {
    for (const rows of connection.pieces(query)) tell({ number, packed: serialize(rows) })
    tell({ number, end: true })
  } catch (error) {
    // Sends the engine's own error, which the store then translates like its own.
    const cause = ((error as Error).cause ?? error) as Error & { code?: unknown; errcode?: unknown }
    tell({ number, error: { message: cause.message, code: cause.code, errcode: cause.errcode } })
  }
})
tell({ ready: true })
process.on('disconnect', () => process.exit(0))
// A terminal or a supervisor signals the whole process group. The server drains first and ends this process then.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
