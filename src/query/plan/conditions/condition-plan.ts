// What the compilers of conditions share.
import type { Problems } from '../../../base/errors.ts'
import type { Model, ModelEntity } from '../../../model/model.ts'
import type { Condition } from '../../parse/condition.ts'
import type { Conversions } from '../placeholders.ts'

export interface ConditionPlan {
  readonly model: Model
  readonly entity: ModelEntity
  readonly conversions: Conversions
  readonly problems: Problems
  /** The $PHRASE that gives the records in their order; see leading-phrase.ts. */
  readonly leading: Condition | null
  /** Interfaces that the condition cannot do without, and where. */
  requireDriver(driver: string, path: string, what: string): void
}
