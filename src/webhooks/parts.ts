// Declares what the parts of webhooks share.
import type { Callers } from '../accounts/caller.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { SecretBox } from '../base/secret-box.ts'
import type { Limits } from '../config/limits.ts'
import type { OperationParts } from '../envelope/run.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Catalogs } from '../model/catalog.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Store } from '../storage/store.ts'
import type { Attempt } from './attempt.ts'
import type { Courier } from './courier.ts'
import type { Alert } from './progress.ts'
import type { SharedRendering } from './shared-rendering.ts'
import type { TargetRow } from './target.ts'

export interface WebhookParts {
  readonly store: Store
  readonly clock: Clock
  readonly catalogs: Catalogs
  readonly limits: Limits
  readonly newId: () => string
  readonly box: SecretBox
  readonly outbound: Outbound
  readonly events: EventLog
}

export interface DeliveryParts extends WebhookParts {
  readonly operations: OperationParts
  readonly callers: Callers
  readonly log: Log
  /** The name of this node: it tells who holds a target. */
  readonly holder: string
  /** Epoch milliseconds by a clock that all nodes have in common. */
  commonNow(): number
  readonly courier: Courier
  readonly sharedRendering: SharedRendering
  /** Tells the administrators about a target. */
  alert(target: TargetRow, alert: Alert): void
  /** Hears of each attempt, for the metrics. */
  counted(outcome: Attempt['outcome']): void
}
