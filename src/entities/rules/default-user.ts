// The user that a field names when the request leaves it out: the caller, unless that is the service itself.
import type { RuleContext } from './types.ts'
import { systemUid } from './user-rules.ts'

export function defaultUser({ creating, row, uid }: RuleContext, column: string): void {
  if (creating && uid !== systemUid) row[column] ??= uid
}
