// Declares a check of `clientele doctor` and its input.

import type { SettingName, Settings } from '../../config/settings.ts'
import type { Finding } from '../../model/store-check/finding.ts'
import { parseStoreUrl } from '../../storage/open.ts'
import type { Table } from '../../storage/table.ts'

interface Subject {
  readonly settings: Settings
  readonly sources: Readonly<Record<SettingName, string>>
  readonly tables: readonly Table[]
}

export type Check = (subject: Subject) => Promise<Finding[]> | Finding[]

/** The file of a SQLite store; null for PostgreSQL, or when the setting names no file. */
export function storePath({ store }: Settings): string | null {
  try {
    const address = parseStoreUrl(store)
    return address.engine === 'sqlite' ? address.path : null
  } catch {
    return null
  }
}
