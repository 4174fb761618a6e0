// Makes the links by which a user ends the mails about notifications, without signing in, and follows them.
import { createHmac } from 'node:crypto'
import { sameSecret } from '../base/secrets/digest.ts'
import { encodeKey } from '../fields/record-key.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'

interface Recipient {
  readonly db: number
  readonly uid: string
}

export interface UnsubscribeParts extends SystemParts {
  readonly commonKey: () => string | null
}

export const unsubscribePath = '/mail/v1/unsubscribe'

const codeOf = (key: string, { db, uid }: Recipient): string =>
  createHmac('sha256', key).update(`unsubscribe\n${db}\n${uid}`).digest('base64url')

/** The path of the link; null for nodes that share a store and no key, whose mails lead to the account page alone. */
export function linkFor({ commonKey }: Pick<UnsubscribeParts, 'commonKey'>, recipient: Recipient): string | null {
  const key = commonKey()
  if (key === null) return null
  const uid = Buffer.from(recipient.uid).toString('base64url')
  return `${unsubscribePath}/${recipient.db}.${uid}.${codeOf(key, recipient)}`
}

/** Whose mails a link ends; null for one that is not of this installation. */
export function recipientOf({ commonKey }: Pick<UnsubscribeParts, 'commonKey'>, link: string): Recipient | null {
  const [, db = '', uid = '', code = ''] = /^(\d{1,10})\.([\w-]{1,160})\.([\w-]{43})$/.exec(link) ?? []
  const key = commonKey()
  if (key === null || db === '') return null
  const recipient = { db: Number(db), uid: Buffer.from(uid, 'base64url').toString() }
  return sameSecret(code, codeOf(key, recipient)) ? recipient : null
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
