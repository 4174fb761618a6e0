// What a store is opened with, whichever its engine.
import type { Clock } from '../base/clock.ts'

/** What `onTiming` hears of: `commit` is the durable end of a write, which on SQLite many writers share. */
export type TimingKind = 'read' | 'scan' | 'write' | 'commit'

export interface StoreOptions {
  readonly clock: Clock
  readonly onTiming?: (kind: TimingKind, ms: number) => void
  /** PostgreSQL: connections for reads and writes; scans have half as many more. */
  readonly poolSize?: number
  /** The longest that a statement may run; scans may name their own limit. */
  readonly statementTimeoutMs?: number
  /** SQLite: processes that run scans, started when first needed. */
  readonly readers?: number
}

export const defaultPoolSize = 10
export const defaultStatementTimeoutMs = 30_000
export const defaultReaders = 2
