// Numbered steps for what cannot be derived: renames, removals, conversions of data. Additive changes need none.
import type { Tx } from './store.ts'

export interface MigrationStep {
  readonly number: number
  readonly name: string
  run(tx: Tx, engine: 'sqlite' | 'postgres'): Promise<void>
}

export const migrationSteps: readonly MigrationStep[] = []
