// Values that are there at once or later: what memory and an embedded store answer should not wait for a turn of the loop.

export type MaybePromise<T> = T | Promise<T>

/** Goes on with the value: now when it is there. What `next` throws then is thrown here, not rejected. */
export const whenReady = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value)
