// Sets a user column of a new record to the caller, unless the caller is the system user.
import type { RuleContext } from './types.ts'
import { systemUid } from './user-rules.ts'

export function defaultUser({ creating, row, uid }: RuleContext, column: string): void {
  if (creating && uid !== systemUid) row[column] ??= uid
}
