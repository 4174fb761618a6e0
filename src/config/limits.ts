// Gathers the limits on a request: those that settings control, and those that are fixed.
import type { Settings } from './settings.ts'

/** Limits that protect the server whatever its settings are; no sensible request comes near them. */
export const fixedLimits = {
  /** Fields that OrderBy names. The condition for the next page grows with each, by more than with the one before. */
  orderKeys: 20,
  /** Fields that GroupBy names. */
  groups: 20,
  /** Names in Scope.Fields: more than any entity has fields. An unknown name costs a search for similar ones. */
  selectedNames: 1_000,
  /** Levels of Scope.Fields: each takes several frames of the stack. */
  selectionDepth: 100,
  /** Columns of a select list: SQLite allows 2,000, PostgreSQL 1,664. */
  selectedColumns: 1_500,
  /** Rows joined to each record: SQLite joins at most 64 tables. */
  joins: 40,
  /** Characters of a text in a condition, alone or in a list: the word index pays for each. */
  conditionText: 10_000,
  /** Words of a $NEAR: each is compared with the near words of the vocabulary. */
  nearWords: 10,
  /** Words of the vocabulary with which the words of a $NEAR are compared. */
  nearCandidates: 30_000,
  /** Characters of a pattern: matching may compare each with each character of a value. */
  pattern: 1_000,
  /** Conditions that are judged in memory, in the thread of all requests, and the values of $IN there. */
  memoryConditions: 50,
  memoryInValues: 1_000,
  /** Characters of JSON of a condition that is stored and judged in memory: a rule of a field, the filter of a target. */
  storedCondition: 20_000,
  /** User-defined fields of a database: each Read of Schema and each description of the model walks them all. */
  userFields: 2_000,
  /** Functions inside one another: `$OFFSET(D-1, $OFFSET(D-1, $TODAY()))` has two. */
  nestedOffsets: 3,
  /** Steps of a path: each may join another row. */
  pathSteps: 12,
  /** Characters of a path, and of any other name. */
  pathLength: 500,
  /** Members of a batch. */
  batchMembers: 100,
  /** Levels of JSON in a body, before code that walks it would run out of stack. */
  jsonDepth: 100,
  /** Members of an object: more than any record has fields. */
  members: 1_000,
  /** Elements of a list inside a record: records, principals, options. */
  listElements: 1_000,
  /** Characters of an answer, over all members of a batch. */
  answerLength: 64 * 1024 ** 2,
  /** Bytes of a body of TokenValid, which contains one token and needs no authentication. */
  tokenValidBody: 4_096,
} as const

export interface Limits {
  /** How deep conditions may nest. */
  readonly conditionDepth: number
  readonly conditions: number
  readonly inValues: number
  readonly polygonPoints: number
  /** The largest Top and PageSize. */
  readonly readRecords: number
  readonly writeRecords: number
  /** The records that an Update or a Delete by Criteria changes at most. */
  readonly bulkRecords: number
  readonly statementMs: number
  readonly binSeconds: number
  readonly idempotencySeconds: number
}

/** The limits on conditions that are judged in memory: those on Schema, and rules of user-defined fields. */
export const inMemoryLimits = <L extends Pick<Limits, 'conditions' | 'inValues'>>(limits: L): L => ({
  ...limits,
  conditions: Math.min(limits.conditions, fixedLimits.memoryConditions),
  inValues: Math.min(limits.inValues, fixedLimits.memoryInValues),
})

export const limitsOf = (s: Settings): Limits => ({
  conditionDepth: s.conditionDepth,
  conditions: s.conditions,
  inValues: s.inValues,
  polygonPoints: s.polygonPoints,
  readRecords: s.readRecords,
  writeRecords: s.writeRecords,
  bulkRecords: s.bulkRecords,
  statementMs: s.statementTimeout * 1000,
  binSeconds: s.binDays * 86_400,
  idempotencySeconds: s.idempotencyHours * 3600,
})
