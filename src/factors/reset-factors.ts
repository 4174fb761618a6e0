// Removes all second factors of a user, for an administrator.
import type { Clock } from '../base/clock.ts'
import type { Store } from '../storage/store.ts'
import { listPasskeys } from './own-passkeys.ts'
import { removePasskeys } from './passkey-statements.ts'
import { type Author, type Owner, recordChange } from './record-change.ts'
import { removeCodes, removeTotp } from './statements.ts'

/** False when there was none. */
export function resetFactors(
  parts: { readonly store: Store; readonly clock: Clock },
  who: Owner,
  by: Author,
): Promise<boolean> {
  const { store } = parts
  const { db, uid } = who
  return store.write(async tx => {
    const passkeys = await listPasskeys(tx, store, who)
    const hadApp = (await tx.run(removeTotp(store.dialect, { db, uid }))) === 1
    await tx.run(removePasskeys(store.dialect, { db, uid }))
    await tx.run(removeCodes(store.dialect, { db, uid }))
    const removed = [...(hadApp ? ['Totp'] : []), ...passkeys.map(({ name }) => `Passkey: ${name}`)]
    for (const factor of removed) await recordChange(tx, parts, who, by, [factor, null])
    return removed.length > 0
  })
}
