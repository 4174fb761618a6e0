// Declares what the table of operations runs: a request whose body is opened on demand, and the answers to its members.
import type { Text } from '../base/text/long-text.ts'
import type { Model } from '../model/model.ts'
import type { EntityRequest, OperationContext, RequestSettings } from './context.ts'
import type { Idempotency } from './write/idempotency.ts'

export interface OperationRequest {
  readonly idempotency: Idempotency | null
  /** Null when the request did not arrive as text. */
  readonly raw: RawRequest | null
  /** Parses the body. Refuses it when it is malformed, or the caller may not use one of its entities. */
  open(): OpenedRequest
}

export interface OpenedRequest {
  /** At least one. */
  readonly requests: readonly EntityRequest[]
  readonly context: OperationContext
}

export interface RawRequest {
  readonly text: string
  readonly model: Model
  readonly admin: boolean
  contextOf(settings: RequestSettings): OperationContext
  /** Refuses an entity that the caller may not use. */
  admit(request: EntityRequest): void
}

export interface MemberAnswer {
  readonly member: string
  readonly text: Text
  readonly refused?: RefusedCount | undefined
}

export interface RefusedCount {
  readonly count: number
  /** The number of records that were written. */
  readonly written: number
  readonly messages: readonly string[]
}
