// Declares second factors and their policy as the server shows them.
import type { Texts } from '../texts/types.ts'

export type FactorMode = keyof Texts['setup']['factors']['modes']

export interface FactorStanding {
  readonly Mode: FactorMode
  /** From when the policy requires a factor; null when it does not. */
  readonly RequiredFrom: string | null
  readonly Totp: { readonly Created: string } | null
  readonly RecoveryCodes: number
}
