// Handles values that are available at once or by a promise, so that cache hits do not wait for the event loop.

export type MaybePromise<T> = T | Promise<T>

/** Continues with the value, at once when it is available. An error of `next` is then thrown, not rejected. */
export const whenReady = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value)
