// Declares the messages between a worker and its supervisor.

import type { Share } from '../base/scheduling/round-robin.ts'
import type { SentFailure } from '../base/sent-failure.ts'
import type { WriteOrder, WriteReport } from '../http/handed-writes.ts'
import type { Metrics } from '../http/metrics.ts'
import type { SharedCounts } from '../http/rate-limits.ts'
import type { TeamState } from '../http/routes/probes.ts'
import type { Query } from '../storage/store.ts'
import type { Publication } from '../storage/transaction.ts'

/** What a worker receives before it starts. */
export interface Assignment {
  /** From 1; a worker that replaces another has its number. */
  readonly worker: number
  /** How many workers there are to be. */
  readonly count: number
  /** Where the supervisor listens. */
  readonly addresses: readonly string[]
  /** Whether this is the first worker of the server, which prepares the store; others join it. */
  readonly isFirst: boolean
  /** Names this server among others: a worker that takes over the background work takes over its leases. */
  readonly server: string
  readonly logFormat: 'json' | 'text'
  /** Whether the supervisor writes to a terminal. */
  readonly terminal: boolean
  /** What is known of a SQLite file; see SharedFile. */
  readonly file: { readonly stoppedUncleanly: boolean; readonly isDamaged: boolean }
  /** The workers share a SQLite file, so that one of them writes. */
  readonly handsWrites: boolean
}

/** Comes with the handle of a connection, which the worker answers by `took`. */
export interface ConnectionOffer {
  readonly connection: number
}

export type MetricValues = Awaited<ReturnType<Metrics['values']>>

export interface Stop {
  /** The worker is replaced: idle connections are kept for a while, since clients may be about to use them. */
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

// Types and not interfaces, since interfaces do not fit an index signature.
/** Requests of workers on one SQLite file to their supervisor. */
export type FileCalls = {
  readonly wantTurn: (value: null) => void
  readonly leaveTurn: (value: null) => void
  /** Answers after the last rows with null, or with the failure. */
  readonly scan: (order: ScanOrder) => Promise<SentFailure | null>
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
  /** The worker takes connections from now on. */
  readonly open: (value: null) => void
  /** The worker has, or has no room for, the connection that it was offered. */
  readonly took: (answer: { readonly connection: number; readonly accepted: boolean }) => void
  readonly ready: (report: Report) => void
  /** The worker cannot start; its message says why. */
  readonly failed: (message: string) => void
  readonly publish: (publications: readonly Publication[]) => Promise<void>
  readonly metrics: (value: null) => Promise<string>
  readonly rates: (counts: SharedCounts) => void
  /** The worker has stopped the background work. */
  readonly resign: (value: null) => void
  /** Has the order run by the worker that writes; answers with null when there is none besides this one. */
  readonly handWrite: (order: WriteOrder) => Promise<WriteReport | null>
}

export type WorkerCalls = FileNews & {
  readonly heard: (publications: readonly Publication[]) => void
  readonly measure: (value: null) => Promise<MetricValues>
  readonly team: (state: TeamState) => void
  readonly rates: (counts: SharedCounts) => void
  readonly lead: (value: null) => void
  readonly write: (order: WriteOrder) => Promise<WriteReport>
  readonly stop: (stop: Stop) => void
}
