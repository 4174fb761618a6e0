// Replaces the timers, the monotonic clock and Math.random of this process by those of a simulated world.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { World } from './world.ts'

const timersPromises = createRequire(import.meta.url)('node:timers/promises') as Record<string, unknown>

const real = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
  random: Math.random,
  pause: timersPromises.setTimeout,
  nextTurn: timersPromises.setImmediate,
}

/** The event loop itself, by which the tasks of a world are run one by one, each with all its microtasks. */
export const realTurn = (run: () => void): void => void real.setImmediate(run)

let world: World | undefined
const here = (): World => {
  if (!world) throw new Error('A timer was set outside a schedule')
  return world
}

/** The methods of NodeJS.Timeout that the product uses. */
class SimulatedTimer {
  handle: { cancel(): void }

  constructor(handle: { cancel(): void }) {
    this.handle = handle
  }

  unref(): this {
    return this
  }
}

const cancel = (timer: unknown): void => {
  if (timer instanceof SimulatedTimer) timer.handle.cancel()
}

const simulated = {
  setTimeout: (run: () => void, ms = 1) => new SimulatedTimer(here().timer(ms, run)),
  setInterval: (run: () => void, ms = 1) => {
    const again = () => {
      timer.handle = here().timer(ms, again)
      run()
    }
    const timer = new SimulatedTimer(here().timer(ms, again))
    return timer
  },
  setImmediate: (run: () => void) => new SimulatedTimer(here().turn(run)),
  clearTimeout: cancel,
  clearInterval: cancel,
  clearImmediate: cancel,
}

/** Runs `work` with simulated time. `enter` sets the world of the schedule that runs next. */
export async function withSimulatedTime<T>(work: (enter: (next: World) => void) => Promise<T>): Promise<T> {
  Object.assign(globalThis, simulated)
  Math.random = () => here().random.next()
  performance.now = () => here().look()
  timersPromises.setTimeout = (ms: number, value: unknown) =>
    new Promise(resolve => here().timer(ms, () => resolve(value)))
  timersPromises.setImmediate = (value: unknown) => new Promise(resolve => here().turn(() => resolve(value)))
  syncBuiltinESMExports()
  try {
    return await work(next => {
      world = next
    })
  } finally {
    world = undefined
    const { random, pause, nextTurn, ...globals } = real
    Object.assign(globalThis, globals)
    Math.random = random
    Reflect.deleteProperty(performance, 'now')
    timersPromises.setTimeout = pause
    timersPromises.setImmediate = nextTurn
    syncBuiltinESMExports()
  }
}
