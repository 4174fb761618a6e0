// What a write of an opportunity must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const opportunityRules: EntityRules = {}
