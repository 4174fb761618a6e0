// Declares what a merge notes for each record that it merged, so that Restore can undo it.
import type { RecordRow } from '../../entities/entity.ts'
import type { Scalar } from '../../storage/store.ts'

/** Records that referred to the merged record by a column, or by two columns of which one names the entity. */
export interface ColumnMove {
  readonly entity: string
  readonly table: string
  readonly column: string
  readonly ids: readonly string[]
}

/** Lists that had the merged record as an element; `removed` are elements of lists that had the survivor too. */
export interface ListMove {
  readonly entity: string
  readonly table: string
  readonly column: string
  readonly owner: string
  readonly owners: readonly string[]
  readonly removed: readonly RecordRow[]
}

export interface ListGain {
  readonly table: string
  readonly where: Readonly<Record<string, string | number>>
  readonly items: readonly Scalar[]
}

/** A column of the survivor before and after; exact values as text with a mark, since JSON has no such numbers. */
export type ColumnChange = readonly [before: unknown, after: unknown]

export interface Journal {
  readonly columns: Readonly<Record<string, ColumnChange>>
  /** The columns by the name of their field, for the answer of an undo. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The values of user-defined fields that the survivor got, by the number of the field. */
  readonly udfs: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly lists: readonly ListGain[]
  /** The external keys that the survivor got, as their folded source and their key. */
  readonly externalKeys: readonly (readonly [string, string])[]
  readonly columnMoves: readonly ColumnMove[]
  readonly listMoves: readonly ListMove[]
}

/** A scalar in the form that JSON keeps. */
export const kept = (value: Scalar | undefined): unknown =>
  typeof value === 'bigint' ? { exact: String(value) } : (value ?? null)

export const unkept = (value: unknown): Scalar =>
  typeof value === 'object' && value !== null ? BigInt((value as { exact: string }).exact) : (value as Scalar)

export const sameKept = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
