// Declares the parts that the modules of webhooks share.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log/log.ts'
import type { SecretBox } from '../base/secrets/secret-box.ts'
import type { Limits } from '../config/limits.ts'
import type { OperationParts } from '../envelope/run.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Catalogs } from '../model/catalog.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Store } from '../storage/store.ts'
import type { DeliveryAttempt } from './delivery/attempt.ts'
import type { DeliveryClock } from './delivery/delivery-clock.ts'
import type { Alert } from './delivery/progress.ts'
import type { Transport } from './delivery/transport.ts'
import type { DeliveryLog } from './log/delivery-log.ts'
import type { SharedRendering } from './rendering/shared-rendering.ts'
import type { OwnerParts } from './targets/owner.ts'
import type { TargetRow } from './targets/target.ts'

export interface WebhookParts {
  readonly store: Store
  readonly clock: Clock
  readonly catalogs: Catalogs
  readonly limits: Limits
  readonly newId: () => string
  readonly box: SecretBox
  readonly outbound: Outbound
  readonly events: EventLog
  readonly deliveryLog: DeliveryLog
  /** The most targets of one user. */
  readonly userTargets: number
}

export interface DeliveryParts extends WebhookParts, OwnerParts {
  readonly clock: DeliveryClock
  readonly operations: OperationParts
  readonly log: Log
  /** The name of this node, under which it holds targets. */
  readonly holder: string
  readonly transport: Transport
  readonly sharedRendering: SharedRendering
  /** Sends the administrators a mail about a target. */
  alert(target: TargetRow, alert: Alert): void
  /** Counts each attempt, for the metrics. */
  counted(outcome: DeliveryAttempt['outcome']): void
}
