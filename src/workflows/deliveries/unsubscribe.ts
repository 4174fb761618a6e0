// Makes the links by which the recipients of a workflow's mails end them, and keeps their addresses suppressed.
import { fold } from '../../base/text/fold.ts'
import { isMailAddress } from '../../mail/mailer.ts'
import { type LinkKey, signedLinks } from '../../mail/signed-link.ts'
import { type SystemParts, systemContext } from '../../operations/system/system-context.ts'
import { runWrites } from '../../operations/write/write.ts'
import { suppressionOf } from './statements.ts'

interface MailRecipient {
  readonly db: number
  readonly email: string
  readonly language: string
}

const links = signedLinks('workflow-mail')

/** Null for nodes that share a store and no key. */
export const linkTo = (parts: LinkKey, { db, email, language }: MailRecipient): string | null =>
  links.make(parts, { db, text: `${language} ${email}` })

/** Null for a link that is not of this installation. */
export function mailRecipientOf(parts: LinkKey, link: string): MailRecipient | null {
  const found = links.read(parts, link)
  const [language = '', email = ''] = found?.text.split(' ') ?? []
  return found && isMailAddress(email) ? { db: found.db, email, language } : null
}

/** Suppresses the address; twice is once. */
export async function suppress(parts: SystemParts, { db, email }: MailRecipient, database: string): Promise<void> {
  const { store } = parts
  const isSuppressed = async () =>
    (await store.rows(suppressionOf(store.dialect, { db, email: fold(email) }))).length > 0
  if (await isSuppressed()) return
  const context = await systemContext(parts, { id: db, name: database })
  const content = { Data: { Email: email } }
  const entity = context.catalog.model.entity('MailSuppression')
  try {
    await runWrites('Create', [{ member: 'MailSuppression', entity, log: false, content }], context)
  } catch (error) {
    // Another request was first.
    if (!(await isSuppressed())) throw error
  }
}
