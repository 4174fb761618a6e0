// Checks a whole store: pages, indexes and references, and the word index against the records.

import type { Store } from '../../storage/store.ts'
import type { Table } from '../../storage/table.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'
import { wordDefects } from './word-defects.ts'

const restoreBackup = 'Stop the server and restore a backup; keep the damaged store.'
export const rebuildRemedy = 'Run "clientele reindex", which rebuilds the word index; servers may go on.'

interface DeepCheck {
  run(store: Store, tables: readonly Table[]): Promise<Finding[]>
  /** What is found when the check itself fails. */
  failed(error: unknown): Finding
}

export const deepChecks = {
  integrity: {
    run: async (store, tables) => {
      const { defects, unchecked } = await store.integrity.examine('deep', tables)
      const findings = defects.map(defect => fail(defect, restoreBackup))
      if (unchecked) findings.push(warn(unchecked.text, unchecked.todo))
      return findings.length > 0 ? findings : [ok('pages, indexes and references are sound')]
    },
    failed: error => fail(`cannot be checked: ${reasonOf(error)}`, 'Mend the store first.'),
  },
  'word index': {
    run: async store => {
      const defects = await wordDefects(store)
      return defects.length > 0 ? defects.map(defect => fail(defect, rebuildRemedy)) : [ok('agrees with the records')]
    },
    failed: error =>
      fail(`cannot be compared: ${reasonOf(error)}`, 'Run "clientele migrate", or mend the store first.'),
  },
} as const satisfies Record<string, DeepCheck>

export type DeepCheckName = keyof typeof deepChecks

export interface CheckFinding extends Finding {
  readonly check: string
}
