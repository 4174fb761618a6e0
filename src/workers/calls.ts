// Declares what a worker and its supervisor ask and tell each other.

import type { Share } from '../base/round-robin.ts'
import type { Metrics } from '../http/metrics.ts'
import type { SharedCounts } from '../http/rate-limits.ts'
import type { TeamState } from '../http/routes/probes.ts'
import type { Query } from '../storage/store.ts'
import type { Publication } from '../storage/transaction.ts'

/** What a worker learns before it starts. */
export interface Assignment {
  /** From 1; the worker that takes the place of another has its number. */
  readonly worker: number
  /** How many workers there are to be. */
  readonly count: number
  /** The port at which workers listen; null for the first one, which takes that of the settings. */
  readonly port: number | null
  /** Names this server among others: a worker that takes over the background work takes over its leases. */
  readonly server: string
  readonly logFormat: 'json' | 'text'
  /** Whether the supervisor writes to a terminal. */
  readonly terminal: boolean
  /** What is known of a SQLite file; see SharedFile. */
  readonly file: { readonly stoppedUncleanly: boolean; readonly isDamaged: boolean }
}

export type MetricValues = Awaited<ReturnType<Metrics['values']>>

export interface Stop {
  /** Another worker has taken the place: connections that are idle are kept for a while, since clients may be about to use them. */
  readonly replaced: boolean
}

/** A slow read that the processes of the supervisor do for a worker. */
interface ScanOrder {
  readonly number: number
  readonly query: Query
  readonly share: Share
  readonly waitMs: number
  readonly timeoutMs: number
}

/** An error of a slow read, in a form that can be sent. */
export interface ScanFailure {
  readonly kind: 'overloaded' | 'timeout' | 'unavailable' | 'other'
  readonly message: string
  readonly seconds?: number
  readonly reason?: string
}

// Types and not interfaces, since interfaces do not fit an index signature.
/** What workers on one SQLite file ask of their supervisor. */
export type FileCalls = {
  readonly wantTurn: (value: null) => void
  readonly leaveTurn: (value: null) => void
  /** Answers with null, or with what has failed, after the last rows. */
  readonly scan: (order: ScanOrder) => Promise<ScanFailure | null>
  readonly endScan: (number: number) => void
  readonly checked: (isSound: boolean) => void
}

export type FileNews = {
  /** It is this worker's turn to write. */
  readonly turn: (value: null) => void
  /** Another worker waits for the turn. */
  readonly turnWanted: (value: null) => void
  readonly rows: (rows: { readonly number: number; readonly packed: Uint8Array }) => void
  readonly damaged: (value: null) => void
}

export type SupervisorCalls<Report> = FileCalls & {
  readonly hello: (value: null) => Assignment
  readonly ready: (report: Report) => void
  /** The worker cannot start; its message says why. */
  readonly failed: (message: string) => void
  readonly publish: (publications: readonly Publication[]) => Promise<void>
  readonly metrics: (value: null) => Promise<string>
  readonly rates: (counts: SharedCounts) => void
  /** The worker does the background work no more. */
  readonly resign: (value: null) => void
}

export type WorkerCalls = FileNews & {
  readonly heard: (publications: readonly Publication[]) => void
  readonly measure: (value: null) => Promise<MetricValues>
  readonly team: (state: TeamState) => void
  readonly rates: (counts: SharedCounts) => void
  readonly lead: (value: null) => void
  readonly stop: (stop: Stop) => void
}
