// Runs one schedule of a protocol: from a seed to a trace, and to the first invariant that does not hold.
import { realTurn } from './simulated-time.ts'
import { Violation, World } from './world.ts'

/** A protocol of the store: a scenario that throws a Violation when an invariant does not hold. */
export interface Protocol {
  readonly name: string
  /** Faults that are built in for tests of the checker, by name; a scenario runs with at most one of them. */
  readonly mutations: readonly string[]
  run(world: World, mutation: string | null): Promise<void>
}

interface ScheduleResult {
  readonly seed: number
  readonly hash: string
  readonly trace: readonly string[]
  /** Null when all invariants hold. */
  readonly failure: string | null
  readonly tasks: number
}

/** Must be called inside withSimulatedTime, whose `enter` is given. */
export async function runSchedule(
  { run }: Protocol,
  seed: number,
  enter: (world: World) => void,
  mutation: string | null = null,
): Promise<ScheduleResult> {
  const world = new World(seed)
  enter(world)
  let failure: string | null = null
  try {
    await finish(world, () => run(world, mutation))
  } catch (error) {
    failure = error instanceof Violation ? error.message : ((error as Error).stack ?? String(error))
  }
  while (world.drainTurns()) await new Promise<void>(resolve => realTurn(resolve))
  const { hash, trace, tasks } = world
  return { seed, hash, trace, failure, tasks }
}

/** Callbacks that are queued for one turn of the real event loop, which costs more than a callback. */
const stepsPerTurn = 50

/** Runs task after task until the scenario has ended. Each task ends with all its microtasks before the next begins. */
function finish(world: World, scenario: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasEnded = false
    const end = (settle: () => void) => {
      hasEnded = true
      settle()
    }
    const rejected = (error: unknown) => end(() => reject(error))
    process.once('unhandledRejection', rejected)
    const step = (): void => {
      if (hasEnded) return void process.off('unhandledRejection', rejected)
      try {
        if (!world.step()) throw new Violation('No process has anything left to do, and the scenario has not ended')
      } catch (error) {
        rejected(error)
      }
    }
    // The event loop runs the microtasks of each callback before the next one.
    const steps = (): void => {
      for (let i = 0; i < stepsPerTurn && !hasEnded; i++) realTurn(step)
      realTurn(hasEnded ? step : steps)
    }
    scenario().then(() => end(resolve), rejected)
    realTurn(steps)
  })
}
