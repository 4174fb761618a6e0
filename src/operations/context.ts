// What an operation knows of the request that it serves.
import type { Caller } from '../accounts/caller.ts'
import type { Limits } from '../config/limits.ts'
import type { Locale } from '../locale/locale.ts'
import type { Catalog } from '../model/catalog.ts'
import type { ModelEntity } from '../model/model.ts'
import type { Store, Tx } from '../storage/store.ts'
import type { AnswerBudget } from './read/answer-budget.ts'

export interface OperationContext {
  readonly store: Store
  /** A transaction, for Reads of what it has written; without one they are run by the store. */
  readonly reader?: Tx
  readonly catalog: Catalog
  readonly caller: Caller
  /** Epoch seconds. */
  readonly now: number
  /** Driver interface, in its canonical spelling -> `Sql` or the short implementation. */
  readonly drivers: ReadonlyMap<string, 'sql' | 'short'>
  readonly locale: Locale
  /** The time zone in which $TODAY() and its kin reckon: that of the request, else UTC. */
  readonly timeZone: string
  readonly limits: Limits
  /** What the answer may still grow by; without one it is not counted. */
  readonly answer?: AnswerBudget | undefined
  /** Tells when the client has gone, so that nobody wants the answer. */
  readonly gone?: (() => AbortSignal) | undefined
  readonly newId: () => string
  /** The service itself reads records by their keys: no other condition is required. */
  readonly byKey?: boolean | undefined
  /** Compatibility asked for SchemaObject 1.0: keys of Schema rows are absolute. */
  readonly absoluteSchemaKeys: boolean
  /** Applications may register http on the loopback address. */
  readonly loopbackRedirects?: boolean
}

/** One entity member of a request. */
export interface EntityRequest {
  /** As the request spells it, alias and all: `abEntry`, `Opportunity.open`. The answer repeats it. */
  readonly member: string
  /** The entity, or `model.schema`. */
  readonly entity: ModelEntity
  /** The entity was spelled `InteractionLog`. */
  readonly log: boolean
  readonly content: Readonly<Record<string, unknown>>
}
