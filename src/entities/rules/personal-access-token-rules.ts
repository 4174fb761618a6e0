// What a write of a personal access token must satisfy, and what it brings about.
import type { EntityRules } from '../rules.ts'

export const personalAccessTokenRules: EntityRules = {}
