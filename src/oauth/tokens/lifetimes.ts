// How long codes and tokens live: constants of the specification and pure functions of a row and a moment.

const day = 86_400

export const codeSeconds = 120
/** An access token that nobody uses ends after this; each use begins it anew. */
export const accessIdleSeconds = 600
/** However much it is used, an access token ends after this. */
export const accessTotalSeconds = day
export const refreshSeconds = 180 * day
/** A consumed refresh token gives its pair again for this long, for clients whose answer was lost. */
export const retrySeconds = 60
/** How long a consumed token is told apart from an unknown one. Longer would let the table grow without need. */
export const consumedKeptSeconds = 30 * day

export interface AccessLife {
  readonly expires: number
  readonly ends: number
}

export const newAccessLife = (now: number): AccessLife => ({
  expires: now + accessIdleSeconds,
  ends: now + accessTotalSeconds,
})

/** The end of an access token's idle time after a use, never later than its last end. */
export const slid = (life: AccessLife, now: number): number => Math.min(now + accessIdleSeconds, life.ends)

/** When a refresh token made now ends; `chainDays`, unless 0, caps the chain that began at `chainCreated` as a whole. */
export const refreshExpires = (now: number, chainCreated: number, chainDays: number): number =>
  chainDays === 0 ? now + refreshSeconds : Math.min(now + refreshSeconds, chainCreated + chainDays * day)

export const isExpired = (row: { readonly expires: number }, now: number): boolean => now >= row.expires

/** Whether a token consumed at `used` still gives its pair again. */
export const mayRetry = (used: number, now: number): boolean => now - used <= retrySeconds

/** Tokens consumed in one minute share its salt, without which they do not give their pairs again. */
export const minuteOf = (now: number): number => Math.floor(now / 60)

/** Salts of minutes before this one are forgotten. One minute more than a retry needs is for clocks that differ. */
export const saltsForgottenBefore = (now: number): number => minuteOf(now - retrySeconds) - 1

/** Whether nobody needs to be told any more that a pair has been, with an hour for clocks that differ. */
export const isForgettable = (ended: number | null, expires: number, now: number): boolean =>
  ended === null ? now >= expires + 3600 : now >= ended + consumedKeptSeconds
