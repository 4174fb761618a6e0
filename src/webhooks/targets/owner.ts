// Finds the owner of a target, with whose rights its events are rendered.
import type { Caller, Callers } from '../../accounts/caller.ts'
import type { TargetRow } from './target.ts'

/** A user as cached: another object takes its place when the rights of the user change. */
export type Person = Omit<Caller, 'application' | 'chain' | 'scope'>

export interface OwnerParts {
  readonly callers: Callers
  /** Whether a grant can still be used; see endOfGrant. */
  isGrantLive(chain: string): Promise<boolean>
}

/** Whether the grant has ended through which the target was created. While its owner is disabled, the target waits. */
export async function hasEnded(
  { db, owner, chain }: TargetRow,
  { callers, isGrantLive }: OwnerParts,
): Promise<boolean> {
  return chain !== null && (await callers.find(db, owner)) !== null && !(await isGrantLive(chain))
}

/** Null while the owner is disabled, and when the target has ended: nothing is sent then. */
export async function ownerOf(target: TargetRow, parts: OwnerParts): Promise<Person | null> {
  return (await hasEnded(target, parts)) ? null : parts.callers.find(target.db, target.owner)
}

export const callerOf = (person: Person, { scope }: Pick<TargetRow, 'scope'>): Caller => ({
  ...person,
  application: null,
  chain: null,
  scope: scope.split(' '),
})
