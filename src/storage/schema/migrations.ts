// Lists the numbered migration steps for changes that cannot be derived. Removals and renames wait for a major version.

import type { Dialect } from '../dialect.ts'
import type { SchemaPort, Tx } from '../store.ts'

export interface MigrationStep {
  readonly number: number
  readonly name: string
  /** The step converts rows, so it runs after the columns of this release were added. Other steps run before that. */
  readonly convertsRows?: true
  run(tx: Tx, schema: SchemaPort, dialect: Dialect): Promise<void>
}

export interface Release {
  /** Raised with each step, and when an older release must no longer write to a store that this release has migrated. */
  readonly number: number
  readonly steps: readonly MigrationStep[]
}

/** Tells contacts whether everyone may read their company, so that a Read of their company name need not look it up. */
const openCompanyNames: MigrationStep = {
  number: 2,
  name: 'open company names',
  convertsRows: true,
  run: async tx => {
    await tx.run({
      sql: `UPDATE ab_entry SET company_name_open = 1 WHERE company_name_open = 0 AND parent_key IS NOT NULL
        AND EXISTS (SELECT 1 FROM ab_entry p WHERE p.db = ab_entry.db AND p.id = ab_entry.parent_key AND p.sec_access_read = 0)`,
      params: [],
      facts: { allTenants: true },
    })
  },
}

/** Additive changes need no step: they are derived from the declared tables. */
export const release: Release = { number: 2, steps: [openCompanyNames] }
