// Declares the request that an operation serves: its settings, its entity members, its caller and its limits.
import type { Caller } from '../accounts/caller.ts'
import type { Limits } from '../config/limits.ts'
import type { RedirectPolicy } from '../entities/rules/redirect-uri.ts'
import type { RecordRef } from '../entities/rules/types.ts'
import type { Locale } from '../locale/locale.ts'
import type { Catalog } from '../model/catalog.ts'
import type { ModelEntity } from '../model/model.ts'
import { driverImplementations } from '../query/plan/drivers.ts'
import type { ReadTime } from '../storage/pacing/read-time.ts'
import type { Store, Tx } from '../storage/store.ts'
import type { TraceKeeper } from './erase/traces.ts'
import type { AnswerBudget } from './read/answer-budget.ts'

/** The settings of a request, which apply to all its entity members. They do not depend on the caller. */
export interface RequestSettings {
  /** The implementation (`Sql` or the short one) of each driver interface, by its canonical spelling. */
  readonly drivers: ReadonlyMap<string, 'sql' | 'short'>
  /** Null: those of the caller. */
  readonly culture: string | null
  readonly timeZone: string | null
  /** The request has Compatibility SchemaObject 1.0: keys of Schema rows are absolute. */
  readonly absoluteSchemaKeys: boolean
}

/** For reads of the service itself. */
export const everyDriver: RequestSettings['drivers'] = new Map(
  Object.keys(driverImplementations).map(name => [name, 'sql']),
)

export type OnProgress = (done: number, total: number) => void

/** Between the parts of a long operation: throws when the client is gone, else reports what is done. */
export function partDone({ gone, onProgress }: OperationContext, done: number, total: number): void {
  gone?.().throwIfAborted()
  onProgress?.(done, total)
}

export interface OperationContext {
  readonly store: Store
  /** The transaction in which Reads run, so that they see its writes; without one the store runs them. */
  readonly reader?: Tx
  /** The time of such Reads over the caller's values. */
  readonly readTime?: ReadTime
  readonly catalog: Catalog
  readonly caller: Caller
  /** Epoch seconds. */
  readonly now: number
  readonly settings: RequestSettings
  readonly locale: Locale
  /** The time zone of $TODAY() and of the other functions of time: that of the request, or else UTC. */
  readonly timeZone: string
  readonly limits: Limits
  /** The budget of the answer's length; without one it is not limited. */
  readonly answer?: AnswerBudget | undefined
  /** Aborted when the client closes the connection. */
  readonly gone?: (() => AbortSignal) | undefined
  /** Called while a long operation goes on. */
  readonly onProgress?: OnProgress | undefined
  readonly newId: () => string
  /** What keeps traces of persons outside the records. */
  readonly traces: readonly TraceKeeper[]
  /** The service itself reads records by their keys: no other condition is required. */
  readonly byKey?: boolean | undefined
  /** What the service writes for; History names it. */
  readonly cause?: RecordRef | undefined
  readonly redirects?: RedirectPolicy
  /** The installation's secret key, which all nodes share; null when there is none. */
  readonly commonKey?: () => string | null
}

export interface EntityRequest {
  /** In the spelling of the request, with its alias: `abEntry`, `Opportunity.open`. The answer repeats it. */
  readonly member: string
  /** The entity, or `model.schema`. */
  readonly entity: ModelEntity
  /** The entity was spelled `InteractionLog`. */
  readonly log: boolean
  readonly content: Readonly<Record<string, unknown>>
}
