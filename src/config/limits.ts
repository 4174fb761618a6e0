// The limits on a request, in one place, by the names that the query language and the writers use.
import type { Settings } from './settings.ts'

export interface Limits {
  /** How deep conditions may nest. */
  readonly conditionDepth: number
  readonly conditions: number
  readonly inValues: number
  readonly polygonPoints: number
  /** The largest Top and PageSize. */
  readonly readRecords: number
  readonly writeRecords: number
  readonly bodyBytes: number
  readonly uploadBytes: number
  readonly statementMs: number
  readonly binSeconds: number
  readonly idempotencySeconds: number
}

export const limitsOf = (s: Settings): Limits => ({
  conditionDepth: s.conditionDepth,
  conditions: s.conditions,
  inValues: s.inValues,
  polygonPoints: s.polygonPoints,
  readRecords: s.readRecords,
  writeRecords: s.writeRecords,
  bodyBytes: s.bodyLimit,
  uploadBytes: s.uploadLimit,
  statementMs: s.statementTimeout * 1000,
  binSeconds: s.binDays * 86_400,
  idempotencySeconds: s.idempotencyHours * 3600,
})
