// The program of a process that runs scans for a SQLite store: it answers one query at a time.
import type { Query, Scalar } from '../store.ts'
import { Connection } from './connection.ts'

export interface ScanRequest {
  readonly number: number
  readonly query: Query
}

export type ScanAnswer =
  | { readonly number: number; readonly rows: Scalar[][] }
  | { readonly number: number; readonly error: { message: string; code?: unknown; errcode?: unknown } }

const connection = new Connection(process.argv[2] as string, { readOnly: true, busyTimeoutMs: 5_000 })

process.on('message', ({ number, query }: ScanRequest) => {
  process.send?.(answer(number, query))
})
process.on('disconnect', () => process.exit(0))

function answer(number: number, query: Query): ScanAnswer {
  try {
    return { number, rows: connection.arrays(query) }
  } catch (error) {
    // The engine's own error, so that the store translates it as it does its own.
    const cause = ((error as Error).cause ?? error) as Error & { code?: unknown; errcode?: unknown }
    return { number, error: { message: cause.message, code: cause.code, errcode: cause.errcode } }
  }
}
