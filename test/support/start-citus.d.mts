// The types of start-citus.mjs.
export interface CitusWorker {
  readonly url: string
  /** Ends the worker at once, as a crash does. */
  kill(): Promise<void>
  /** Starts it again at its address. */
  start(): Promise<void>
}

export function citusMissing(): string | null

export function startCitus(): Promise<{
  readonly url: string
  readonly workers: readonly CitusWorker[]
  readonly stop: () => Promise<void>
}>
