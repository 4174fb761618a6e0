// Declares the checks of `clientele doctor`: what they look at, and what they find.
import type { SettingName, Settings } from '../../config/settings.ts'
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
