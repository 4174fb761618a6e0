// What listing and editing options needs to know of the request; an operation's own context has all of it.
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
  /** As the request spells the entity; paths of problems begin with it. */
  readonly member: string
  readonly entity: ModelEntity | null
  readonly content: Readonly<Record<string, unknown>>
}
