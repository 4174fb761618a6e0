// Declares the one clock of deliveries, with the three times that they need.
import type { Clock } from '../../base/clock.ts'
import type { StoreClock } from '../../storage/nodes/store-clock.ts'

export interface DeliveryClock extends Clock {
  /** Epoch milliseconds by a clock that all nodes share; leases end by it. */
  shared(): number
  /** Milliseconds that only advance; measures how long something takes in this process. */
  elapsed(): number
}

export const deliveryClock = (clock: Clock, storeClock: StoreClock): DeliveryClock => ({
  now: () => clock.now(),
  shared: () => storeClock.commonMs(clock.now()),
  elapsed: () => performance.now(),
})
