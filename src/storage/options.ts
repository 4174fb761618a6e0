// Declares the options with which a store of either engine is opened.
import type { Clock } from '../base/clock.ts'
import type { Settings } from '../config/settings.ts'
import type { Siblings } from './nodes/siblings.ts'

/** The kinds of work that `onTiming` reports: `commit` is the durable end of a write, which a group shares on SQLite. */
export type TimingKind = 'read' | 'scan' | 'write' | 'commit'

export interface StoreOptions {
  readonly clock: Clock
  readonly onTiming?: (kind: TimingKind, ms: number) => void
  /** Receives sentences for the operator. */
  readonly onNotice?: (text: string) => void
  /** PostgreSQL: connections for reads and writes; scans use half as many in addition. */
  readonly poolSize?: number
  /** The longest time that a statement may run; a scan may set its own limit. */
  readonly statementTimeoutMs?: number
  /** PostgreSQL: the address is that of a pooler that runs each transaction in any session. */
  readonly pooled?: boolean
  /** PostgreSQL: the address for LISTEN, which needs a session of its own; by default that of the store. */
  readonly listenUrl?: string | null
  /** PostgreSQL: a streaming replica for slow reads, and how far it may lag. */
  readonly replica?: { readonly url: string; readonly boundMs: number } | null
  /** SQLite: processes that run scans, started when first needed. */
  readonly readers?: number
  /** SQLite: a server opens the store, which leaves a marker by which the next server notices an unclean end. */
  readonly serving?: boolean
  readonly siblings?: Siblings | undefined
}

export const defaultPoolSize = 10
export const defaultStatementTimeoutMs = 30_000
export const defaultReaders = 2

/** The options that follow from the settings, for every program that opens the store. */
export const optionsOf = ({ statementTimeout, storePooler, listenStore }: Settings) => ({
  statementTimeoutMs: statementTimeout * 1000,
  pooled: storePooler === 'transaction',
  listenUrl: listenStore,
})
