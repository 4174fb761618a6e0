// Remembers browsers that confirmed an e-mail, for 90 days, in the store, so that an administrator can forget them.
import { addressOf } from '../accounts/address.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { newNonce, type Random } from '../base/secrets/secret.ts'
import type { WebRequest } from '../base/web.ts'
import type { Store, Tx } from '../storage/store.ts'
import { rememberedSeconds } from './attempt.ts'
import { moveRemembered, moveSignedIn, remember, rememberedAddress, rememberedAddresses } from './browser-statements.ts'
import { browserCookie, readCookie, setCookie } from './cookies.ts'

/** When this browser confirmed the e-mail (epoch milliseconds), within the last 90 days; null when it did not. */
export async function rememberedSince(
  store: Store,
  clock: Clock,
  request: WebRequest,
  https: boolean,
  email: string,
): Promise<number | null> {
  const cookie = readCookie(request, browserCookie(https))
  if (!cookie) return null
  const key = { digest: digestOf(cookie), address: addressOf(email), now: seconds(clock) }
  const [row] = await store.rows(rememberedAddress(store.dialect, key))
  return row?.confirmed ?? null
}

/** The addresses that this browser confirmed, the latest first. */
export async function rememberedEmails(
  store: Store,
  clock: Clock,
  request: WebRequest,
  https: boolean,
): Promise<string[]> {
  const cookie = readCookie(request, browserCookie(https))
  if (!cookie) return []
  const key = { digest: digestOf(cookie), now: seconds(clock) }
  return (await store.rows(rememberedAddresses(store.dialect, key))).map(({ address }) => address)
}

interface RememberedBrowser {
  /** Writes the row inside the transaction that confirms the e-mail. */
  write(tx: Tx): Promise<void>
  readonly cookie: string
}

/** Each confirmation sets a new cookie, so that a cookie planted before is worthless. `confirmed`: epoch milliseconds. */
export function rememberBrowser(
  store: Store,
  clock: Clock,
  random: Random,
  request: WebRequest,
  https: boolean,
  email: string,
  confirmed: number = clock.now(),
): RememberedBrowser {
  const name = browserCookie(https)
  const old = readCookie(request, name)
  const value = newNonce(random)
  const digest = digestOf(value)
  return {
    async write(tx) {
      if (old) {
        const move = { from: digestOf(old), to: digest }
        await tx.run(moveRemembered(store.dialect, move))
        await tx.run(moveSignedIn(store.dialect, move))
      }
      const expires = seconds(clock) + rememberedSeconds
      const row = { digest, address: addressOf(email), confirmed, expires }
      await tx.run(remember(store.dialect, row))
    },
    cookie: setCookie(name, value, rememberedSeconds, https),
  }
}
