// Declares a setting: its group, kind, default, meaning and secrecy.
import type { Kind } from './kinds.ts'

export type SettingGroup = 'Serving' | 'Store' | 'Mail' | 'Logs' | 'Sign-in and tokens' | 'Outbound requests' | 'Limits'

/** The settings from which defaults of others are derived. */
interface DefaultFacts {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  readonly tlsCert: string | null
  readonly demo: boolean
}

export interface Setting<T = unknown> {
  readonly group: SettingGroup
  readonly kind: Kind<T>
  /** A function when the default depends on other settings. */
  readonly default: T | ((others: DefaultFacts) => T)
  readonly doc: string
  /** `all`: the value is never shown. `password`: the value is shown without the password inside the address. */
  readonly secret?: 'all' | 'password'
}

/** Makes settings of a group. */
export const settingsOf =
  (group: SettingGroup) =>
  <T>(kind: Kind<T>, value: Setting<T>['default'], doc: string, secret?: 'all' | 'password'): Setting<T> => ({
    group,
    kind,
    default: value,
    doc,
    ...(secret === undefined ? {} : { secret }),
  })

/** A demo that only this machine can reach. */
export const isLocalDemo = ({ demo, host }: DefaultFacts): boolean =>
  demo && ['localhost', '127.0.0.1', '::1'].includes(host)
