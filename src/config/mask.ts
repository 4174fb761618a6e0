// Masks the secrets of settings before they are shown.
import type { Setting } from './setting.ts'
import type { SettingName, Settings } from './settings.ts'
import { settings } from './settings.ts'

/** `postgres://ann:secret@host/db` -> `postgres://ann:***@host/db`. */
export const withoutPassword = (address: string): string =>
  address.replace(/^([a-z+]+:\/\/[^:@/]*):.*@/i, '$1:***@').replace(/([?&]password=)[^&]*/gi, '$1***')

export function masked(setting: Pick<Setting, 'secret'>, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (setting.secret === 'all') return '***'
  if (setting.secret === 'password') return withoutPassword(String(value))
  return value
}

export const shown = (name: SettingName, values: Settings): unknown => masked(settings[name] as Setting, values[name])
