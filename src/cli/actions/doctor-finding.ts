// Declares what a check of `clientele doctor` gets and gives.
import type { SettingName, Settings } from '../../config/settings.ts'
import { parseStoreUrl } from '../../storage/open.ts'
import type { Table } from '../../storage/table.ts'

export interface Finding {
  readonly state: 'ok' | 'warn' | 'fail'
  readonly text: string
  readonly todo?: string
}

interface Subject {
  readonly settings: Settings
  readonly sources: Readonly<Record<SettingName, string>>
  readonly tables: readonly Table[]
}

export type Check = (subject: Subject) => Promise<Finding[]> | Finding[]

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warn = (text: string, todo: string): Finding => ({ state: 'warn', text, todo })
export const fail = (text: string, todo: string): Finding => ({ state: 'fail', text, todo })
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The file of a SQLite store; null for PostgreSQL, or when the setting names no file. */
export function storePath({ store }: Settings): string | null {
  try {
    const address = parseStoreUrl(store)
    return address.engine === 'sqlite' ? address.path : null
  } catch {
    return null
  }
}
