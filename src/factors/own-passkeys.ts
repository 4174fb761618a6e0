// Lists, renames and removes the passkeys of a user.
import type { Clock } from '../base/clock.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Reader, Store } from '../storage/store.ts'
import { passkeysOf, removePasskey, renamePasskey } from './passkey-statements.ts'
import { type Owner, recordChange } from './record-change.ts'
import { removeCodes, totpOf } from './statements.ts'

interface PasskeyParts {
  readonly store: Store
  readonly clock: Clock
}

export interface Passkey {
  readonly id: string
  readonly uid: string
  readonly credential: string
  readonly publicKey: string
  readonly transports: readonly string[]
  readonly name: string
  /** Epoch seconds. */
  readonly created: number
  readonly used: number | null
}

export const nameMaxLength = 80

interface PasskeyRow extends Omit<Passkey, 'publicKey' | 'transports'> {
  readonly public_key: string
  readonly transports: string
}

export function passkeyOf({ id, uid, credential, name, created, used, public_key, transports }: PasskeyRow): Passkey {
  const [publicKey, reached] = [public_key, JSON.parse(transports) as string[]]
  return { id, uid, credential, name, created, used, publicKey, transports: reached }
}

/** The oldest first. */
export async function listPasskeys(
  reader: Pick<Reader, 'rows'>,
  { dialect }: { readonly dialect: Dialect },
  { db, uid }: Owner,
): Promise<Passkey[]> {
  return (await reader.rows(passkeysOf(dialect, { db, uid }))).map(passkeyOf)
}

/** False when the user has no such passkey. */
export function renameOwn(parts: PasskeyParts, who: Owner, id: string, name: string): Promise<boolean> {
  const { store } = parts
  const { db, uid, application = null } = who
  return store.write(async tx => {
    const before = (await listPasskeys(tx, store, who)).find(one => one.id === id)
    if (!before || (await tx.run(renamePasskey(store.dialect, { db, uid, id, name }))) !== 1) return false
    const change = [`Passkey: ${before.name}`, `Passkey: ${name}`] as const
    if (before.name !== name) await recordChange(tx, parts, who, { uid, application }, change)
    return true
  })
}

/** What a removal must leave. */
export type Remainder = 'nothing' | 'a factor' | 'a passkey'
export type RemovalResult = 'removed' | 'unknown' | 'needed'

/** Removes one; the recovery codes go with the last factor. */
export function removeOwn(parts: PasskeyParts, who: Owner, id: string, stays: Remainder): Promise<RemovalResult> {
  const { store } = parts
  const { db, uid, application = null } = who
  return store.write(async tx => {
    const all = await listPasskeys(tx, store, who)
    const one = all.find(each => each.id === id)
    if (!one) return 'unknown'
    const isLast = all.length === 1
    const [totp] = await tx.rows(totpOf(store.dialect, { db, uid }))
    if (isLast && (stays === 'a passkey' || (stays === 'a factor' && !totp))) return 'needed'
    if ((await tx.run(removePasskey(store.dialect, { db, uid, id }))) !== 1) return 'unknown'
    if (isLast && !totp) await tx.run(removeCodes(store.dialect, { db, uid }))
    await recordChange(tx, parts, who, { uid, application }, [`Passkey: ${one.name}`, null])
    return 'removed'
  })
}
