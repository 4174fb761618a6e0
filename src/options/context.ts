// Declares the facts about a request that listing and editing options need; every OperationContext has them.
import type { Locale } from '../locale/locale.ts'
import type { Catalog } from '../model/catalog.ts'
import type { ModelEntity } from '../model/model.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Reader } from '../storage/store.ts'

export interface OptionsContext {
  readonly store: Reader & { readonly dialect: Dialect }
  readonly catalog: Catalog
  readonly caller: { readonly db: number; readonly admin: boolean }
  /** Epoch seconds. */
  readonly now: number
  readonly locale: Locale
  readonly limits: { readonly binSeconds: number; readonly writeRecords: number }
}

export interface OptionsRequest {
  /** The entity's name as the request spells it; the paths of problems begin with it. */
  readonly member: string
  readonly entity: ModelEntity
  readonly content: Readonly<Record<string, unknown>>
}
