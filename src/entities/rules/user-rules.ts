// What a write of a user must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const userRules: EntityRules = {}
