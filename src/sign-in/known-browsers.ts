// Lists the remembered browsers with which a user has signed in to a database, and forgets single ones.
import { addressOf } from '../accounts/address.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/digest.ts'
import { header, type WebRequest } from '../base/web.ts'
import type { Store, Tx } from '../storage/store.ts'
import { rememberedSeconds, type SignedIn } from './attempt.ts'
import { browserCookie, readCookie } from './cookies.ts'
import {
  browsersOfUser,
  emailOfUser,
  forgetSignedIn,
  forgottenAt,
  noteSignedIn,
  rememberedAddress,
} from './statements.ts'

type Whose = Pick<SignedIn, 'db' | 'uid'>

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

/** The cookie by which a browser is remembered. */
export const rememberedCookie = (request: Pick<WebRequest, 'headers'>, https: boolean): string | null =>
  readCookie(request, browserCookie(https))

/** Notes with which browser a user signed in. The table of confirmed addresses does not know databases. */
export async function noteBrowser(
  tx: Tx,
  { store, clock, newId }: { readonly store: Store; readonly clock: Clock; readonly newId: () => string },
  who: Whose,
  browser: { readonly request: WebRequest; readonly https: boolean },
): Promise<void> {
  const cookie = rememberedCookie(browser.request, browser.https)
  if (cookie === null) return
  const used = seconds(clock)
  const agent = (header(browser.request, 'user-agent') ?? '').slice(0, agentMaxLength)
  const { db, uid } = who
  const row = { id: newId(), db, uid, digest: digestOf(cookie), agent, used, expires: used + rememberedSeconds }
  await tx.run(noteSignedIn(store.dialect, row))
}

/** The moment (epoch milliseconds) at which a user had this browser forgotten; 0 when that never happened. */
export async function forgottenSince(store: Store, { db, uid }: Whose, cookie: string | null): Promise<number> {
  if (cookie === null) return 0
  const [row] = await store.rows(forgottenAt(store.dialect, { db, uid, digest: digestOf(cookie) }))
  return row?.forgotten ?? 0
}

/** Those that need not confirm the e-mail of the user, the last used first. */
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
