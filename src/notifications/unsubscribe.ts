// Makes the links by which a user ends the mails about notifications, without signing in, and follows them.
import { encodeKey } from '../fields/record-key.ts'
import { type LinkKey, signedLinks } from '../mail/signed-link.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'

interface Recipient {
  readonly db: number
  readonly uid: string
}

export type UnsubscribeParts = SystemParts & LinkKey

export const unsubscribePath = '/mail/v1/unsubscribe'

const links = signedLinks('unsubscribe')

/** The path of the link; null for nodes that share a store and no key, whose mails lead to the account page alone. */
export function linkFor(parts: LinkKey, { db, uid }: Recipient): string | null {
  const link = links.make(parts, { db, text: uid })
  return link && `${unsubscribePath}/${link}`
}

/** Whose mails a link ends; null for one that is not of this installation. */
export function recipientOf(parts: LinkKey, link: string): Recipient | null {
  const found = links.read(parts, link)
  return found && { db: found.db, uid: found.text }
}

/** The history names the user as the author of the change. */
export async function endMailsOf(parts: UnsubscribeParts, { db, uid }: Recipient, database: string): Promise<void> {
  const system = await systemContext(parts, { id: db, name: database })
  const context = { ...system, caller: { ...system.caller, uid } }
  const content = { Data: { Key: encodeKey('User', uid), NotificationMail: 'None' } }
  await runWrites(
    'Update',
    [{ member: 'User', entity: context.catalog.model.entity('User'), log: false, content }],
    context,
  )
}
