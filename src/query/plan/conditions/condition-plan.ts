// Declares what the compilers of conditions share.
import type { Problems } from '../../../base/errors.ts'
import type { Model, ModelEntity } from '../../../model/model.ts'
import type { LeadingPhrase } from '../leading-phrase.ts'
import type { Conversions } from '../placeholders.ts'

export interface ConditionPlan {
  readonly model: Model
  readonly entity: ModelEntity
  readonly conversions: Pick<Conversions, 'add' | 'list'>
  readonly problems: Problems
  readonly leading: LeadingPhrase | null
  /** Reports a driver that a condition needs, with the path of the condition. */
  requireDriver(driver: string, path: string, what: string): void
}
