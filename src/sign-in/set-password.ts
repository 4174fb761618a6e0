// Sets the password of the user to whom a mailed link belongs, and consumes the link in the same transaction.
import { findPasswordLink, type LinkedAccount, takePasswordLink } from '../accounts/password-links.ts'
import { encodeKey } from '../fields/record-key.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'

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
  if (!account) return null

  const system = await systemContext(parts, { id: account.db, name: account.database })
  // The history names the user, who holds the link.
  const context = { ...system, caller: { ...system.caller, uid: account.uid } }
  const content = { Data: { Key: encodeKey('User', account.uid), Password: password } }
  const request = { member: 'User', entity: context.catalog.model.entity('User'), log: false, content }
  try {
    await runWrites('Update', [request], context, undefined, async tx => {
      if (!(await takePasswordLink(tx, parts, key))) throw new LinkIsOver()
    })
    return account
  } catch (error) {
    if (error instanceof LinkIsOver) return null
    throw error
  }
}
