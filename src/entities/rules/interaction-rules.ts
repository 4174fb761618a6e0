// What a write of an interaction must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const interactionRules: EntityRules = {}
