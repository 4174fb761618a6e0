// Assembles webhooks: targets, their deliveries, the types of events, and the background work.
import { randomUUID } from 'node:crypto'
import type { Callers } from '../accounts/caller.ts'
import type { Log } from '../base/log/log.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { secretBox } from '../base/secrets/secret-box.ts'
import { installationKey } from '../config/installation-key.ts'
import type { Settings } from '../config/settings.ts'
import type { OperationParts } from '../envelope/run.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { StoreClock } from '../storage/nodes/store-clock.ts'
import { deliveryClock } from './delivery/delivery-clock.ts'
import { TargetScheduler } from './delivery/target-scheduler.ts'
import type { Transport } from './delivery/transport.ts'
import { Feed } from './feed/feed.ts'
import { createDeliveries, type Deliveries } from './log/deliveries.ts'
import { DeliveryLog } from './log/delivery-log.ts'
import type { DeliveryParts } from './parts.ts'
import { createEventTypes, type EventTypes } from './rendering/event-types.ts'
import { SharedRendering } from './rendering/shared-rendering.ts'
import { createTargets, type Targets } from './targets/targets.ts'

interface WebhooksParts {
  readonly settings: Settings
  readonly operations: OperationParts
  readonly events: EventLog
  readonly outbound: Outbound
  readonly transport: Transport
  /** Notifies the administrators of a database that a target fails. */
  readonly alert: DeliveryParts['alert']
  readonly callers: Callers
  /** Whether a grant can still be used. */
  isGrantLive(chain: string): Promise<boolean>
  readonly storeClock: StoreClock
  readonly log: Log
  /** Counts attempts by outcome. */
  readonly metrics: { delivery(outcome: string): void }
  /** The name under which the server holds targets. Random unless set. */
  readonly server?: string | undefined
}

export interface Webhooks {
  readonly targets: Targets
  readonly deliveries: Deliveries
  readonly types: EventTypes
  readonly feed: Feed
  readonly jobs: readonly Job[]
  /** The age of the oldest event that was not delivered; seconds. */
  oldestSeconds(): number
  /** Delivers what is due by the clock now, and resolves when all of it was tried. */
  settle(): Promise<void>
  /** When the next event that waits is to be tried, after now; infinite when none waits. Epoch milliseconds. */
  nextTryAt(): Promise<number>
  start(): Promise<void>
  close(): Promise<void>
}

export function createWebhooks(given: WebhooksParts): Webhooks {
  const { settings, operations, events, log, storeClock } = given
  const { store } = operations
  const clock = deliveryClock(operations.clock, storeClock)
  const parts: DeliveryParts = {
    ...operations,
    ...given,
    box: secretBox(installationKey(settings)),
    counted: given.metrics.delivery,
    holder: given.server ?? randomUUID(),
    clock,
    userTargets: settings.userTargets,
    deliveryLog: new DeliveryLog({ store, clock, log, settings }),
    sharedRendering: new SharedRendering(operations),
  }
  const scheduler = new TargetScheduler(parts)
  const feed = new Feed(events, operations, log)
  const targets = createTargets(parts)
  const types = createEventTypes(operations, events)
  const cleanUp: Job = {
    name: 'removing old deliveries',
    everySeconds: 3600,
    run: () => parts.deliveryLog.removeOld(),
  }
  return {
    targets,
    types,
    feed,
    deliveries: createDeliveries(parts, targets, types),
    jobs: [scheduler.job, cleanUp],
    oldestSeconds: () => scheduler.oldestSeconds(),
    settle: () => scheduler.settle(),
    nextTryAt: () => scheduler.nextTryAt(),
    start: () => scheduler.start(),
    close: async () => {
      feed.close()
      await scheduler.stop(settings.drainTimeout * 1000)
      await parts.transport.close()
    },
  }
}
