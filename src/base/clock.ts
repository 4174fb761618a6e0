// Declares the clock, which is always a parameter, so that tests can move through 180 days.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Whole seconds, the resolution of every stored date-time. */
export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000)

export interface ManualClock extends Clock {
  advance(ms: number): void
  set(ms: number): void
}

/** A clock that a test moves. */
export function manualClock(start: number): ManualClock {
  let at = start
  return {
    now: () => at,
    advance: ms => {
      at += ms
    },
    set: ms => {
      at = ms
    },
  }
}
