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

/** Additive changes need no step: they are derived from the declared tables. */
export const release: Release = { number: 1, steps: [] }
