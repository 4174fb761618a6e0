// Reads from a refused Create which records the new one may duplicate.
import type { Body } from '../api/envelope.ts'
import { type Problem, Refused } from '../api/errors.ts'
import type { Texts } from '../texts/types.ts'

/** A record that the new one resembles. */
export interface Twin {
  readonly Key: string
  /** 0 to 1. */
  readonly Score: number
  readonly Reasons: readonly (keyof Texts['duplicates']['reasons'])[]
}

/** The options of a Create that is refused when there are likely duplicates; none for entities that have no duplicates. */
export const warningOptions = (entity: string): Body => (entity === 'AbEntry' ? { WarnDuplicates: true } : {})

/** Whether a problem is settled by the question about likely duplicates, and not in a field. */
export const isTwinProblem = ({ name }: Problem): boolean => name === 'LikelyDuplicate'

/** The likely duplicates for which alone a Create was refused. What else is wrong is settled first: it may change them. */
export function twinsIn(error: unknown): readonly Twin[] {
  if (!(error instanceof Refused && error.problems.every(isTwinProblem))) return []
  const { Errors = [] } = error.body as { readonly Errors?: readonly { readonly Duplicates?: readonly Twin[] }[] }
  return Errors.flatMap(({ Duplicates = [] }) => Duplicates)
}
