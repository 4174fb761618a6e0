// Tasks: somebody has to do them.
import type { EntityRules } from '../rules.ts'
import { defaultUser } from './default-user.ts'

export const taskRules: EntityRules = {
  before: write => defaultUser(write, 'assigned_to'),
}
