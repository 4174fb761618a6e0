// Declares the options with which a store of either engine is opened.
import type { Clock } from '../base/clock.ts'
import type { Siblings } from './siblings.ts'

/**
 * The kinds of work that `onTiming` reports: `commit` is the durable end of a write, which a group shares on SQLite.
 */
export type TimingKind = 'read' | 'scan' | 'write' | 'commit'

export interface StoreOptions {
  readonly clock: Clock
  readonly onTiming?: (kind: TimingKind, ms: number) => void
  /** PostgreSQL: connections for reads and writes; scans have half as many more. */
  readonly poolSize?: number
  /** The longest time that a statement may run; a scan may set its own limit. */
  readonly statementTimeoutMs?: number
  /** SQLite: processes that run scans, started when first needed. */
  readonly readers?: number
  /** SQLite: a server uses the store, so that its unclean end is noticed by the next one. */
  readonly serving?: boolean
  /** The other workers of this server. */
  readonly siblings?: Siblings | undefined
}

export const defaultPoolSize = 10
export const defaultStatementTimeoutMs = 30_000
export const defaultReaders = 2
