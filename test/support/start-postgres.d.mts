// The types of start-postgres.mjs.
export interface StartedPostgres {
  readonly url: string
  readonly stop: () => Promise<void>
  /** Ends the server at once, as a crash does; its folder stays. */
  readonly kill: () => Promise<void>
  /** Stops all processes of the server, as a machine does that hangs, until `goOn`. On Linux. */
  readonly hang: () => void
  readonly goOn: () => void
}

export const throwAway: readonly string[]

export function startPostgres(options?: {
  folder?: string
  settings?: readonly string[]
  bin?: string
  password?: string
  port?: number
}): Promise<StartedPostgres>

/** The user that runs servers when root runs the tests; undefined for anybody else. */
export function unprivileged(): { uid: number; gid: number } | undefined
