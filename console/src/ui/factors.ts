// Declares second factors and their policy as the server shows them.
import type { Texts } from '../texts/types.ts'

export type FactorMode = keyof Texts['setup']['factors']['modes']

export type PasskeyUse = keyof Texts['setup']['factors']['passkeyUses']

export interface Passkey {
  readonly Id: string
  readonly Name: string
  readonly Created: string
  readonly Used: string | null
}

export interface FactorStanding {
  readonly Mode: FactorMode
  /** From when the policy requires a factor; null when it does not. */
  readonly RequiredFrom: string | null
  readonly Totp: { readonly Created: string } | null
  readonly RecoveryCodes: number
  readonly PasskeyUse: PasskeyUse
  readonly Passkeys: readonly Passkey[]
}
