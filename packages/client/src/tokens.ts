// Supplies access tokens: a personal token as it is, or a pair that is refreshed and shared with other processes.
import { Broken, SignInAgain, TryLater } from './errors.ts'
import { Again, retryAfter, waitFor, withRetries } from './retry.ts'

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the pair was issued, epoch milliseconds. */
  readonly issuedAt: number
}

/** Keeps the newest pair for all processes that share it. */
export interface TokenStore {
  /** The pair that is kept; null when the store is empty. */
  read(): Promise<TokenPair | null>
  /**
   * Puts `next` in place of the pair with this refresh token, in one step; null stands for an empty store. False when
   * another pair is there, because another process was faster.
   */
  replace(refreshToken: string | null, next: TokenPair): Promise<boolean>
}

export interface Auth {
  /** The token for the next request. */
  token(signal?: AbortSignal): Promise<string>
  /** The server did not accept this token: gives another one, or null when there is none; or throws SignInAgain. */
  rejected(token: string, signal?: AbortSignal): Promise<string | null>
  /** The headers that carry the token; `Authorization: Bearer` unless said. */
  headers?(token: string): Readonly<Record<string, string>>
}

/** A personal access token, used as it is. */
export const personalToken = (token: string): Auth => ({
  token: async () => token,
  rejected: async () => {
    throw new SignInAgain('not-accepted', 'The personal access token is not accepted: it has expired or was revoked.')
  },
})

export interface Application {
  /** The address of the authorization server, such as `https://crm.example.com/oauth`. */
  readonly authUrl: string
  /** As the application was registered. */
  readonly clientId: string
  /** Left out for a public client. */
  readonly clientSecret?: string
  /** Where the browser comes back to. */
  readonly redirectUri: string
  /** Another fetch than that of the runtime. */
  readonly fetch?: typeof fetch
}

/** Access tokens slide with each use within ten minutes, for a day in all; a little earlier the pair is refreshed. */
const idleMs = 9 * 60_000
const dayMs = 23.5 * 3_600_000
/** A lost answer is repeated with the same token: the server gives the same pair again for 60 s after the first use. */
const repeatMs = [500, 1000, 2000, 4000, 8000, 16_000]
const repeatDeadlineMs = 45_000

/**
 * Uses and refreshes the pair in the store. Processes that share the store need no lock around the request: two that
 * refresh at once get the same pair, and the store keeps the newest.
 */
export function pair(store: TokenStore, application: Application): Auth {
  let mine: TokenPair | null = null
  let usedAt = 0
  let flight: Promise<TokenPair> | null = null

  const adopt = (next: TokenPair): TokenPair => {
    if (next.accessToken !== mine?.accessToken) usedAt = next.issuedAt
    mine = next
    return next
  }
  const read = async (): Promise<TokenPair> => {
    const stored = await store.read()
    if (!stored) throw new SignInAgain('none', 'There is no token pair: sign in first.')
    return stored
  }
  const refreshed = async (old: TokenPair): Promise<TokenPair> => {
    // Another process may have refreshed meanwhile.
    const stored = await read()
    if (stored.refreshToken !== old.refreshToken) return stored
    try {
      const next = await requestPair(application, {
        grant_type: 'refresh_token',
        refresh_token: stored.refreshToken,
      })
      // Stored before it is used; if another process was faster, the store has the same pair or a later one.
      return (await store.replace(stored.refreshToken, next)) ? next : await read()
    } catch (error) {
      if (!(error instanceof SignInAgain)) throw error
      const now = await read()
      if (now.refreshToken === stored.refreshToken) throw error
      return now
    }
  }
  /** One refresh at a time; all callers wait for it. A caller that gives up ends its own wait, not the refresh. */
  const refresh = (old: TokenPair, signal?: AbortSignal): Promise<TokenPair> => {
    flight ??= refreshed(old).finally(() => {
      flight = null
    })
    return waitFor(flight, signal)
  }
  return {
    async token(signal) {
      let current = mine ?? adopt(await read())
      const now = Date.now()
      if (now - usedAt > idleMs || now - current.issuedAt > dayMs) current = adopt(await refresh(current, signal))
      usedAt = Date.now()
      return current.accessToken
    },
    async rejected(token, signal) {
      // A newer token may have come while the request was under way.
      const current = mine ?? adopt(await read())
      const next = current.accessToken === token ? adopt(await refresh(current, signal)) : current
      if (next.accessToken === token) throw new SignInAgain('not-accepted', 'The access token is not accepted.')
      usedAt = Date.now()
      return next.accessToken
    },
  }
}

/** Exchanges the code of a redirect for the first pair. */
export const exchangeCode = (
  application: Application,
  { code, verifier, signal }: { readonly code: string; readonly verifier?: string; readonly signal?: AbortSignal },
): Promise<TokenPair> =>
  requestPair(
    application,
    { grant_type: 'authorization_code', code, ...(verifier === undefined ? {} : { code_verifier: verifier }) },
    signal,
  )

/** Codes of the token endpoint that end the grant. */
const reasons: Readonly<Record<number, 'expired' | 'revoked-or-used'>> = { 3001: 'expired', 4: 'revoked-or-used' }

async function requestPair(
  { authUrl, clientId, clientSecret, redirectUri, fetch: send = fetch }: Application,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<TokenPair> {
  const body = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, ...fields })
  if (clientSecret !== undefined) body.set('client_secret', clientSecret)
  return withRetries(
    async attemptSignal => {
      let response: Response
      let answer: Record<string, unknown>
      try {
        response = await send(`${authUrl}/v1/token`, { method: 'POST', body, signal: attemptSignal, redirect: 'error' })
        answer = (await response.json()) as Record<string, unknown>
      } catch (error) {
        signal?.throwIfAborted()
        return new Again(new TryLater('The authorization server cannot be reached.', null, null, { cause: error }))
      }
      return response.ok ? pairOf(answer) : failure(response, answer)
    },
    { deadlineMs: repeatDeadlineMs, signal },
    repeatMs,
  )
}

const pairOf = (answer: Record<string, unknown>): TokenPair => ({
  accessToken: String(answer.access_token),
  refreshToken: String(answer.refresh_token),
  issuedAt: Date.now(),
})

/** Programs decide by error and error_code; the status of a failure is always 400. */
function failure({ status, headers }: Response, answer: Record<string, unknown>): Again {
  const id = headers.get('x-request-id')
  const code = typeof answer.error_code === 'number' ? answer.error_code : null
  const text = String(answer.error_description ?? answer.error ?? `HTTP ${status}`)
  if (code === 3005 || status === 429 || status >= 500) return new Again(new TryLater(text, retryAfter(headers), id))
  if (answer.error === 'invalid_grant') {
    throw new SignInAgain(reasons[code ?? 0] ?? 'not-accepted', text, code, id)
  }
  throw new Broken(text, status, id)
}

/** Keeps the pair of one process in memory. */
export function memoryStore(first: TokenPair | null = null): TokenStore {
  let kept = first
  return {
    read: async () => kept,
    async replace(refreshToken, next) {
      if ((kept?.refreshToken ?? null) !== refreshToken) return false
      kept = next
      return true
    },
  }
}

/** Puts the pair of a new sign-in into the store, in place of whatever is there. */
export async function savePair(store: TokenStore, next: TokenPair): Promise<void> {
  for (;;) {
    const kept = await store.read()
    if (await store.replace(kept?.refreshToken ?? null, next)) return
  }
}
