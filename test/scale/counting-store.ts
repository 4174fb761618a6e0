// Wraps a store and records its statements, so that tests can count them and explain their plans.
import type { Query, QuickReadOptions, SlowReadOptions, Store, Tx } from '../../src/storage/store.ts'

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
    read: heard((query, time) => tx.read(query, time)),
    run: heard(query => tx.run(query)),
    defer: heard(query => tx.defer(query)),
    publish: (topic, payload) => tx.publish(topic, payload),
  })
  const counted: Store = {
    dialect: store.dialect,
    placement: store.placement,
    clock: store.clock,
    schema: store.schema,
    integrity: store.integrity,
    rows: heard(query => store.rows(query)) as Store['rows'],
    shortReads: store.shortReads,
    shared: store.shared,
    read: heard((query, options?: QuickReadOptions) => store.read(query, options)),
    readSlow: heard((query, options?: SlowReadOptions) => store.readSlow(query, options)),
    write: (work, options) => store.write(tx => work(inside(tx)), options),
    subscribe: (topic, listener, missed) => store.subscribe(topic, listener, missed),
    freeBytes: () => store.freeBytes(),
    identity: () => store.identity(),
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
