// What the compilers of conditions share.
import type { Problems } from '../../../base/errors.ts'
import type { Model, ModelEntity } from '../../../model/model.ts'
import type { Conversions } from '../slot.ts'

export interface ConditionPlan {
  readonly model: Model
  readonly entity: ModelEntity
  readonly conversions: Conversions
  readonly problems: Problems
  /** Interfaces that the condition cannot do without, and where. */
  requireDriver(driver: string, path: string, what: string): void
}
