// What a write of an address-book entry must satisfy, and how a company's name reaches its contacts.
import type { EntityRules } from '../rules.ts'

export const abEntryRules: EntityRules = {}
