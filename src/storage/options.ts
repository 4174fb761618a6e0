// Declares the options with which a store of either engine is opened.
import type { Clock } from '../base/clock.ts'
import type { Settings } from '../config/settings.ts'
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
  /** PostgreSQL: the address leads to a pooler that gives each transaction any session. */
  readonly pooled?: boolean
  /** PostgreSQL: where to LISTEN, which takes a session of its own. The address of the store unless said. */
  readonly listenUrl?: string | null
  /** PostgreSQL: a streaming replica for slow reads that may lag, and how much it may. */
  readonly replica?: { readonly url: string; readonly boundMs: number } | null
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

/** The options that every program with these settings opens the store with. */
export const optionsOf = ({ statementTimeout, storePooler, listenStore }: Settings) => ({
  statementTimeoutMs: statementTimeout * 1000,
  pooled: storePooler === 'transaction',
  listenUrl: listenStore,
})
