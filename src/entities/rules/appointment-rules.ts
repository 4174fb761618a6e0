// What a write of an appointment must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const appointmentRules: EntityRules = {}
