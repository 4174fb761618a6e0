// Declares the context of rendering: locale, current time, and the names of option items.
import type { Locale } from '../locale/locale.ts'

export interface OptionName {
  readonly key: number
  readonly name: string
  readonly position: number
  readonly inactive: boolean
  /** Further members of an item: Icon, BiDirectional, External, Group. */
  readonly extra: Readonly<Record<string, unknown>>
}

export interface RenderContext {
  readonly locale: Locale
  /** Epoch seconds. */
  readonly now: number
  readonly corporateCurrency: string
  option(list: string, key: number): OptionName | undefined
  /** The name of a user, a group or everyone, by the plain form of its key; null when there is none. */
  principalName(principal: string): string | null
  optionNamed(list: string, name: string): OptionName | undefined
}
