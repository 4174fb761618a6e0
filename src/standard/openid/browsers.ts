// Remembers in which browsers a person has signed in by OpenID Connect, for the sign-ins of other clients.
import type { Callers } from '../../accounts/caller.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { newNonce, type Random } from '../../base/secrets/secret.ts'
import type { WebRequest } from '../../base/web.ts'
import type { SignedInUser } from '../../sign-in/attempt.ts'
import { clearCookie, named, readCookie, setCookie } from '../../sign-in/cookies.ts'
import type { Store, Tx } from '../../storage/store.ts'
import type { Login } from '../facts.ts'
import { endBrowser, insertBrowser, liveBrowser } from '../statements.ts'

export interface SignedInBrowser extends SignedInUser {
  /** The value of the cookie. */
  readonly secret: string
  readonly login: Login
}

interface BrowserParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly callers: Callers
  readonly issuer: () => string
}

/** As long as an idle session of the console. */
const browserSeconds = 12 * 3600

export type SignedInBrowsers = ReturnType<typeof createSignedInBrowsers>

export function createSignedInBrowsers({ store, clock, random, callers, issuer }: BrowserParts) {
  const isHttps = () => issuer().startsWith('https:')
  const cookie = () => named('clientele-standard', isHttps())
  return {
    /** The signed-in person; null without a sign-in, and when the person may no longer sign in. */
    async find(browser: WebRequest): Promise<SignedInBrowser | null> {
      const secret = readCookie(browser, cookie())
      if (!secret) return null
      const query = liveBrowser(store.dialect, { digest: digestOf(secret), now: seconds(clock) })
      const [row] = await store.rows(query)
      const person = row && (await callers.find(row.db, row.uid))
      if (!row || !person) return null
      const login = JSON.parse(row.login) as Login
      if (login.at <= person.sessionsFrom) return null
      return { db: row.db, database: person.database, uid: row.uid, secret, login }
    },
    /** Returns the cookie. Each sign-in has a new one, so that none that was planted is taken. */
    async begin(tx: Tx, { db, uid }: SignedInUser, login: Login): Promise<string> {
      const secret = newNonce(random)
      const row = { digest: digestOf(secret), db, uid, login: JSON.stringify(login), provider: login.provider ?? null }
      await tx.run(insertBrowser(store.dialect, { ...row, expires: seconds(clock) + browserSeconds }))
      return setCookie(cookie(), secret, browserSeconds, isHttps())
    },
    /** Returns the cookie that removes it. */
    async end({ secret }: Pick<SignedInBrowser, 'secret'>): Promise<string> {
      await store.write(tx => tx.run(endBrowser(store.dialect, { digest: digestOf(secret), now: seconds(clock) })))
      return clearCookie(cookie(), isHttps())
    },
  }
}
