// Checks that a task is assigned to a user.

import { defaultUser } from './default-user.ts'
import type { EntityRules } from './types.ts'

export const taskRules: EntityRules = {
  before: write => defaultUser(write, 'assigned_to'),
}
