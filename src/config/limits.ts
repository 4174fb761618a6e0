// Derives the request limits that settings control; fixed limits stand beside the code that they guard.
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
  statementMs: s.statementTimeout * 1000,
  binSeconds: s.binDays * 86_400,
  idempotencySeconds: s.idempotencyHours * 3600,
})
