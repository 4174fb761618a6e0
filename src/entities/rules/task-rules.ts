// What a write of a task must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const taskRules: EntityRules = {}
