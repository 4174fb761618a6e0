// What a write of an application must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const applicationRules: EntityRules = {}
