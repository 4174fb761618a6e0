// The types of start-citus.mjs.
export interface CitusWorker {
  readonly url: string
  /** Ends the worker at once, as a crash does. */
  kill(): Promise<void>
  /** Starts it again at its address. */
  start(): Promise<void>
  /** Stops all of its processes, as a machine does that hangs, until `goOn`. */
  hang(): void
  goOn(): void
}

export function citusMissing(): string | null

export function startCitus(): Promise<{
  readonly url: string
  /** The folder of PostgreSQL's programs. */
  readonly bin: string
  readonly workers: readonly CitusWorker[]
  readonly stop: () => Promise<void>
}>
