// Assembles webhooks: targets, their deliveries, the types of events, and the background work.
import { randomUUID } from 'node:crypto'
import type { Callers } from '../accounts/caller.ts'
import { listDatabases } from '../accounts/databases.ts'
import { encodeTime } from '../base/identifier.ts'
import type { Job } from '../base/jobs.ts'
import type { Log } from '../base/log.ts'
import { secretBox } from '../base/secret-box.ts'
import { installationKey } from '../config/installation-key.ts'
import type { Settings } from '../config/settings.ts'
import type { OperationParts } from '../envelope/run.ts'
import type { EventLog } from '../events/event-log.ts'
import { createMailer } from '../mail/mailer.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { StoreClock } from '../storage/store-clock.ts'
import { createAlert } from './alerts.ts'
import type { Courier } from './courier.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { removeDeliveries } from './delivery-statements.ts'
import { Dispatcher } from './dispatcher.ts'
import { createEventTypes, type EventTypes } from './event-types.ts'
import { Feed } from './feed/feed.ts'
import type { DeliveryParts } from './parts.ts'
import { SharedRendering } from './shared-rendering.ts'
import { createTargets, type Targets } from './targets.ts'

interface WebhooksParts {
  readonly settings: Settings
  readonly operations: OperationParts
  readonly events: EventLog
  readonly outbound: Outbound
  readonly courier: Courier
  readonly callers: Callers
  readonly storeClock: StoreClock
  readonly log: Log
  /** Counts attempts by outcome. */
  readonly metrics: { delivery(outcome: string): void }
  /** Names the server: targets are held under this name. Made up unless set. */
  readonly server?: string | undefined
}

export interface Webhooks {
  readonly targets: Targets
  readonly deliveries: Deliveries
  readonly types: EventTypes
  readonly feed: Feed
  readonly jobs: readonly Job[]
  /** How long the oldest event has waited that is still to be sent; seconds. */
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
  const { store, clock } = operations
  const mailer = createMailer(settings.mail, settings.mailFrom, log)
  const parts: DeliveryParts = {
    ...operations,
    ...given,
    box: secretBox(installationKey(settings)),
    counted: given.metrics.delivery,
    holder: given.server ?? randomUUID(),
    commonNow: () => storeClock.common(clock.now() / 1000) * 1000,
    sharedRendering: new SharedRendering(operations),
    alert: createAlert({ store, mailer, log }),
  }
  const dispatcher = new Dispatcher(parts)
  const feed = new Feed(events, operations)
  const targets = createTargets(parts)
  const types = createEventTypes(operations, events)
  const cleanUp: Job = {
    name: 'removing old deliveries',
    everySeconds: 3600,
    run: () => removeOldDeliveries(parts, settings.deliveryDays),
  }
  return {
    targets,
    types,
    feed,
    deliveries: createDeliveries(parts, targets, types),
    jobs: [dispatcher.job, cleanUp],
    oldestSeconds: () => dispatcher.oldestSeconds(),
    settle: () => dispatcher.settle(),
    nextTryAt: () => dispatcher.nextTryAt(),
    start: () => dispatcher.start(),
    close: async () => {
      feed.close()
      await dispatcher.stop(settings.drainTimeout * 1000)
      await parts.courier.close()
      mailer.close()
    },
  }
}

const day = 86_400_000

async function removeOldDeliveries({ store, clock }: DeliveryParts, days: number): Promise<void> {
  const before = encodeTime(Math.max(0, clock.now() - days * day))
  for (const { id: db } of await listDatabases(store)) {
    let removed: number
    do removed = await store.write(tx => tx.run(removeDeliveries(store.dialect, { db, before })))
    while (removed > 0)
  }
}
