// Tasks: somebody has to do them.

import { defaultUser } from './default-user.ts'
import type { EntityRules } from './types.ts'

export const taskRules: EntityRules = {
  before: write => defaultUser(write, 'assigned_to'),
}
