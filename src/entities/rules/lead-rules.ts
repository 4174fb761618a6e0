// What a write of a lead must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const leadRules: EntityRules = {}
