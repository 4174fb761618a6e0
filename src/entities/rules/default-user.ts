// Sets a user column of a new record to the caller, unless the caller is the system user.

import { systemUid } from '../../fields/kinds/user.ts'
import type { RuleContext } from './types.ts'

export function defaultUser({ creating, row, uid }: RuleContext, column: string): void {
  if (creating && uid !== systemUid) row[column] ??= uid
}
