// Numbered steps for what cannot be derived: renames, removals, conversions of data. Additive changes need none.
import { roomForChanges } from './postgres/sql/schema.ts'
import { gatherWordStatistics } from './postgres/sql/word-statistics.ts'
import { removeColumns } from './remove-columns.ts'
import { renumberWords } from './sqlite/words/renumber-words.ts'
import type { Tx } from './store.ts'

export interface MigrationStep {
  readonly number: number
  readonly name: string
  run(tx: Tx, engine: 'sqlite' | 'postgres'): Promise<void>
}

/** Which stores a release can work with. */
export interface Release {
  /** Raised with each step, and whenever an older release must not write to a store that this one has migrated. */
  readonly number: number
  readonly steps: readonly MigrationStep[]
}

export const release: Release = {
  number: 4,
  steps: [
    {
      number: 2,
      name: 'number the records of word indexes in the order of their identifiers',
      run: async (tx, engine) => {
        if (engine === 'sqlite') await renumberWords(tx)
      },
    },
    {
      number: 3,
      name: 'drop what a refresh no longer writes: the sealed answer, and when it is to be wiped',
      run: async (tx, engine) => {
        await removeColumns(tx, engine, 'oauth_pair', ['sealed', 'due'])
        if (engine !== 'postgres') return
        await tx.run({ sql: `ALTER TABLE IF EXISTS oauth_pair SET ${roomForChanges}`, params: [] })
      },
    },
    {
      number: 4,
      name: 'tell rare words of the search indexes from common ones',
      run: async (tx, engine) => {
        if (engine === 'postgres') await gatherWordStatistics(tx)
      },
    },
  ],
}
