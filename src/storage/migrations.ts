// Lists the numbered migration steps for changes that cannot be derived: renames, removals, conversions of data.
import type { SchemaPort, Tx } from './store.ts'

interface MigrationStep {
  readonly number: number
  readonly name: string
  /** `schema` spells DDL for the engine of the store. */
  run(tx: Tx, schema: SchemaPort): Promise<void>
}

/** The schema that a release works with. */
export interface Release {
  /** Raised with each step, and whenever an older release must not write to a store that this one has migrated. */
  readonly number: number
  readonly steps: readonly MigrationStep[]
}

/** Additive changes need no step: they are derived from the declared tables. */
export const release: Release = {
  number: 2,
  steps: [
    {
      number: 2,
      name: 'give the items of Case.Status their Group',
      run: async tx => {
        for (const [group, items] of [
          ['open', '1, 2, 3, 4'],
          ['resolved', '5'],
          ['abandoned', '6'],
        ]) {
          const sql = `update option_item set extra = '{"Group":"${group}"}' where list = 'Case.Status' and item in (${items}) and extra is null`
          await tx.run({ sql, params: [] })
        }
      },
    },
  ],
}
