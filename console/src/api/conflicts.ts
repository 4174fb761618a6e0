// Asks the person to choose when another person has changed the same fields of a record in the meantime.
import { type PendingQuestion, Questions } from './questions.ts'

export interface Clash {
  readonly path: string
  readonly original: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface LastChange {
  readonly who: string
  readonly when: string
}

interface ConflictQuestion {
  readonly entity: string
  readonly key: string
  readonly clashes: readonly Clash[]
  /** Who changed the record last; null where that is not known. */
  readonly by: LastChange | null
}

/** The paths that keep one's own value; null to give one's own changes up. */
type Kept = readonly string[] | null

export type Conflict = PendingQuestion<ConflictQuestion, Kept>

export class Conflicts extends Questions<ConflictQuestion, Kept> {}

/** Whether two values of a field are the same, whatever the order of their members. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value ?? null
  // A DisplayValue follows from the value beside it.
  const { DisplayValue, ...rest } = value as Record<string, unknown>
  const entries = Object.entries(Object.keys(rest).length > 0 ? rest : { DisplayValue })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]))
}
