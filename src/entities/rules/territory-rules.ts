// Protects territories that have entries from being deleted.
import type { EntityRules } from './types.ts'

export const territoryRules: EntityRules = {
  beforeDelete: async bin => {
    if (!(await bin.exists('ab_entry', { territory_key: bin.id }))) return
    bin.problems.add('ItemInUse', `${bin.path}.Key`, `${bin.path}.Key: entries are in this territory.`)
  },
}
