// Puts the parts of imports together.
import type { Job } from '../base/scheduling/jobs.ts'
import type { Settings } from '../config/settings.ts'
import { cleanUpJob } from './cleanup.ts'
import { Imports } from './imports.ts'
import type { ImportParts } from './parts.ts'
import { ImportRunner } from './run/runner.ts'
import { SavedMappings } from './saved-mappings.ts'

export interface ImportRoom {
  readonly imports: Imports
  readonly mappings: SavedMappings
  readonly runner: ImportRunner
  readonly jobs: readonly Job[]
}

export function createImports(parts: ImportParts & { readonly settings: Settings }): ImportRoom {
  const { store, clock } = parts.operations
  const runner = new ImportRunner(parts)
  return {
    imports: new Imports(parts, parts.settings),
    mappings: new SavedMappings(store),
    runner,
    jobs: [runner.job, cleanUpJob(store, clock)],
  }
}
