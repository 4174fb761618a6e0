// Lists the remembered browsers with which a user has signed in to a database, and forgets single ones.
import { addressOf } from '../accounts/address.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { header, type WebRequest } from '../base/web.ts'
import type { Store, Tx } from '../storage/store.ts'
import { rememberedSeconds, type SignedInUser } from './attempt.ts'
import { browsersOfUser, forgetSignedIn, forgottenAt, noteSignedIn, rememberedAddress } from './browser-statements.ts'
import { browserCookie, readCookie } from './cookies.ts'
import { emailOfUser } from './statements.ts'

type Whose = Pick<SignedInUser, 'db' | 'uid'>

export interface KnownBrowser {
  readonly id: string
  /** Its User-Agent at the last sign-in. */
  readonly agent: string
  /** When it confirmed the e-mail; epoch milliseconds. */
  readonly confirmed: number
  /** The last sign-in to this database, and the end of its 90 days; seconds. */
  readonly used: number
  readonly expires: number
  readonly isCurrent: boolean
}

const agentMaxLength = 300

/** The User-Agent of a browser, by which a person recognizes it. */
export const agentOf = (request: Pick<WebRequest, 'headers'>): string =>
  (header(request, 'user-agent') ?? '').slice(0, agentMaxLength)

/** The cookie by which a browser is remembered. */
export const rememberedCookie = (request: Pick<WebRequest, 'headers'>, https: boolean): string | null =>
  readCookie(request, browserCookie(https))

/**
 * Stores with which browser a user signed in, by database; the table of confirmed addresses has no databases. Returns whether
 * the user had signed in with it before, or with any.
 */
export async function noteBrowser(
  tx: Tx,
  { store, clock, newId }: { readonly store: Store; readonly clock: Clock; readonly newId: () => string },
  who: Whose,
  browser: { readonly request: WebRequest; readonly https: boolean },
): Promise<'known' | 'new' | 'first'> {
  const cookie = rememberedCookie(browser.request, browser.https)
  if (cookie === null) return 'new'
  const used = seconds(clock)
  const agent = agentOf(browser.request)
  const earlier = await tx.rows(browsersOfUser(store.dialect, { db: who.db, uid: who.uid, now: used }))
  const { db, uid } = who
  const row = { id: newId(), db, uid, digest: digestOf(cookie), agent, used, expires: used + rememberedSeconds }
  await tx.run(noteSignedIn(store.dialect, row))
  if (earlier.length === 0) return 'first'
  return earlier.some(({ digest }) => digest === row.digest) ? 'known' : 'new'
}

/** When (epoch milliseconds) the user forgot this browser; 0 when the user never did. */
export async function forgottenSince(store: Store, { db, uid }: Whose, cookie: string | null): Promise<number> {
  if (cookie === null) return 0
  const [row] = await store.rows(forgottenAt(store.dialect, { db, uid, digest: digestOf(cookie) }))
  return row?.forgotten ?? 0
}

/** The browsers that need not confirm the user's e-mail, the last used first. */
export async function knownBrowsers(
  store: Store,
  clock: Clock,
  { db, uid, current }: Whose & { readonly current: string | null },
): Promise<KnownBrowser[]> {
  const [user] = await store.rows(emailOfUser(store.dialect, { db, uid }))
  if (!user?.email) return []
  const address = addressOf(user.email)
  const now = seconds(clock)
  const found: KnownBrowser[] = []
  for (const row of await store.rows(browsersOfUser(store.dialect, { db, uid, now }))) {
    const { id, digest, agent, used } = row
    const [remembered] = await store.rows(rememberedAddress(store.dialect, { digest, address, now }))
    if (!remembered || remembered.confirmed <= Math.max(user.browsers_from, row.forgotten)) continue
    const isCurrent = current !== null && digest === digestOf(current)
    found.push({ id, agent, used, isCurrent, ...remembered })
  }
  return found
}

/** False when the user has no such browser. */
export function forgetBrowser(store: Store, clock: Clock, { db, uid }: Whose, id: string): Promise<boolean> {
  const row = { db, uid, id, now: clock.now(), expires: seconds(clock) + rememberedSeconds }
  return store.write(async tx => (await tx.run(forgetSignedIn(store.dialect, row))) === 1)
}
