// Remembers browsers that confirmed an e-mail, for 90 days, in the store, so that an administrator can forget them.
import { addressOf } from '../accounts/address.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/digest.ts'
import { newNonce, type Random } from '../base/secret.ts'
import type { WebRequest } from '../base/web.ts'
import type { Store, Tx } from '../storage/store.ts'
import { rememberedSeconds } from './attempt.ts'
import { browserCookie, readCookie, setCookie } from './cookies.ts'
import { forgetAddress, moveRemembered, remember, rememberedAddress } from './statements.ts'

export async function isRemembered(
  store: Store,
  clock: Clock,
  request: WebRequest,
  https: boolean,
  email: string,
): Promise<boolean> {
  const cookie = readCookie(request, browserCookie(https))
  if (!cookie) return false
  const key = { digest: digestOf(cookie), address: addressOf(email), now: seconds(clock) }
  return (await store.rows(rememberedAddress(store.dialect, key))).length > 0
}

interface Remembering {
  /** Writes the row inside the transaction that confirms the e-mail. */
  write(tx: Tx): Promise<void>
  readonly cookie: string
}

/** Each confirmation sets a new cookie, so that a cookie planted before is worthless. */
export function rememberBrowser(
  store: Store,
  clock: Clock,
  random: Random,
  request: WebRequest,
  https: boolean,
  email: string,
): Remembering {
  const name = browserCookie(https)
  const old = readCookie(request, name)
  const value = newNonce(random)
  const digest = digestOf(value)
  const now = seconds(clock)
  return {
    async write(tx) {
      if (old) await tx.run(moveRemembered(store.dialect, { from: digestOf(old), to: digest }))
      const row = { digest, address: addressOf(email), now, expires: now + rememberedSeconds }
      await tx.run(remember(store.dialect, row))
    },
    cookie: setCookie(name, value, rememberedSeconds, https),
  }
}

/** Makes every browser confirm the e-mail again; returns how many browsers were remembered. */
export const forgetBrowsers = (store: Store, email: string): Promise<number> =>
  store.write(tx => tx.run(forgetAddress(store.dialect, { address: addressOf(email) })))
