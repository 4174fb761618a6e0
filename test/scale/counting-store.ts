// Wraps a store and records its statements, so that tests can count them and explain their plans.
import type { Query, ScanOptions, Store, Tx } from '../../src/storage/store.ts'

export interface Counted {
  readonly store: Store
  /** Statements since the last `take`, in their order; publications are not among them. */
  take(): Query[]
}

export function countingStore(store: Store): Counted {
  let seen: Query[] = []
  const heard =
    <A extends unknown[], R>(step: (query: Query, ...rest: A) => R) =>
    (query: Query, ...rest: A): R => {
      seen.push(query)
      return step(query, ...rest)
    }
  const inside = (tx: Tx): Tx => ({
    rows: heard(query => tx.rows(query)) as Tx['rows'],
    arrays: heard(query => tx.arrays(query)),
    run: heard(query => tx.run(query)),
    defer: heard(query => tx.defer(query)),
    publish: (topic, payload) => tx.publish(topic, payload),
  })
  const { arraysNow } = store
  const counted: Store = {
    engine: store.engine,
    dialect: store.dialect,
    clock: store.clock,
    schema: store.schema,
    rows: heard(query => store.rows(query)) as Store['rows'],
    arrays: heard((query, took?: (ms: number) => void) => store.arrays(query, took)),
    ...(arraysNow
      ? { arraysNow: heard((query: Query, took?: (ms: number) => void) => store.arraysNow?.(query, took) ?? []) }
      : {}),
    scan: heard((query, options?: ScanOptions) => store.scan(query, options)),
    write: (work, options) => store.write(tx => work(inside(tx)), options),
    subscribe: (topic, listener, missed) => store.subscribe(topic, listener, missed),
    ping: () => store.ping(),
    close: () => store.close(),
  }
  return {
    store: counted,
    take: () => {
      const taken = seen
      seen = []
      return taken
    },
  }
}
