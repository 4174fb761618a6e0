// Defines the lifetimes of codes and tokens as constants and pure functions of a row and a time.

const day = 86_400

export const codeSeconds = 120
/** The idle time after which an unused access token expires; each use restarts it. */
export const accessIdleSeconds = 600
/** The longest life of an access token, however much it is used. */
const accessTotalSeconds = day
const refreshSeconds = 180 * day
/** How long a consumed token is distinguished from an unknown one. A longer time would grow the table. */
export const consumedKeptSeconds = 30 * day

interface AccessLife {
  readonly expires: number
  readonly ends: number
}

export const newAccessLife = (now: number): AccessLife => ({
  expires: now + accessIdleSeconds,
  ends: now + accessTotalSeconds,
})

/** The end of a refresh token issued now; `chainDays`, unless 0, limits the chain that began at `chainCreated`. */
export const refreshExpires = (now: number, chainCreated: number, chainDays: number): number =>
  chainDays === 0 ? now + refreshSeconds : Math.min(now + refreshSeconds, chainCreated + chainDays * day)

export const isExpired = (row: { readonly expires: number }, now: number): boolean => now >= row.expires

/** Whether a token consumed at `used` still returns its successor; `retrySeconds` is the setting refresh-retry. */
export const mayRetry = (used: number, now: number, retrySeconds: number): boolean => now - used <= retrySeconds

/** The minute of a time; tokens consumed in one minute share a salt. */
export const minuteOf = (now: number): number => Math.floor(now / 60)

/** Salts of minutes before this one are deleted. One minute more than a retry needs allows for differing clocks. */
export const saltsForgottenBefore = (now: number, retrySeconds: number): number => minuteOf(now - retrySeconds) - 1

/** Whether a pair ended or expired long enough ago to be deleted, with an hour for differing clocks. */
export const isForgettable = (ended: number | null, expires: number, now: number): boolean =>
  ended === null ? now >= expires + 3600 : now >= ended + consumedKeptSeconds
