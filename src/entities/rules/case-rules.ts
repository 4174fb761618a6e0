// What a write of a case must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const caseRules: EntityRules = {}
