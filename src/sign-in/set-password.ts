// Sets the password of a user who has proved who they are, by a mailed link or otherwise.
import { findPasswordLink, type LinkedAccount, takePasswordLink } from '../accounts/password-links.ts'
import { encodeKey } from '../fields/record-key.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'
import type { Tx } from '../storage/store.ts'

/** The link was consumed by another request after it was found. */
class LinkIsOver extends Error {}

/**
 * Returns the account, or null when the link can no longer be used. A password that the rules of User refuse is thrown as
 * their Refusal, and the link stays usable.
 */
export async function setPasswordByLink(
  parts: SystemParts,
  key: string,
  password: string,
): Promise<LinkedAccount | null> {
  const account = await findPasswordLink(parts, key)
  if (!account || account.ssoOnly) return null
  try {
    await writePassword(parts, account, password, async tx => {
      if (!(await takePasswordLink(tx, parts, key, account))) throw new LinkIsOver()
    })
    return account
  } catch (error) {
    if (error instanceof LinkIsOver) return null
    throw error
  }
}

/** Sets the password of a user as the user's own act; `alongside` runs in the same transaction. */
export async function writePassword(
  parts: SystemParts,
  { db, database, uid }: Pick<LinkedAccount, 'db' | 'database' | 'uid'>,
  password: string,
  alongside: (tx: Tx) => Promise<void>,
): Promise<void> {
  const system = await systemContext(parts, { id: db, name: database })
  // The history names the user, who has proved who they are.
  const context = { ...system, caller: { ...system.caller, uid } }
  const content = { Data: { Key: encodeKey('User', uid), Password: password } }
  const request = { member: 'User', entity: context.catalog.model.entity('User'), log: false, content }
  await runWrites('Update', [request], context, undefined, alongside)
}
