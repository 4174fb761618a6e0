// Invites a user: creates the user if need be, and mails a link by which the user chooses a password.
import { addressOf } from '../../accounts/address.ts'
import { linkSeconds, newPasswordLink } from '../../accounts/password-links.ts'
import { systemClock } from '../../base/clock.ts'
import { silentLog } from '../../base/log/log.ts'
import type { Settings } from '../../config/settings.ts'
import { systemUid } from '../../fields/kinds/user.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { createMailer } from '../../mail/mailer.ts'
import { lookOf } from '../../pages/look.ts'
import type { Style } from '../../pages/sign-in/layout.ts'
import { textsOf } from '../../pages/sign-in/texts/index.ts'
import { passwordMail } from '../../sign-in/message.ts'
import { passwordLinkPath } from '../../sign-in/steps/password-link.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError, usageError } from '../failure.ts'
import { publicUrlOf } from '../public-url.ts'
import type { Records } from '../records.ts'
import { withDatabase } from '../with-store.ts'
import { newUser } from './user.ts'

export const inviteUser: Action = context =>
  withDatabase(context, async ({ store, database, records }) => {
    const { output, loaded } = context
    const user = await findOrCreate(records, context)
    const parts = { store, clock: systemClock }
    const key = await newPasswordLink(parts, { db: database.id, ...user }, 'invitation', systemUid)
    const link = (await publicUrlOf(store, context)) + passwordLinkPath(loaded.values.authPrefix, key)
    await send(
      context,
      passwordMail(styleOf(loaded.values, user.culture), {
        purpose: 'invitation',
        email: user.email,
        link,
        database: database.name,
      }),
    )
    const expires = isoDateTime(Math.floor(systemClock.now() / 1000) + linkSeconds.invitation)
    // With mails in a folder the operator can read the link anyway; with a mail server only the addressee may have it.
    const shown = loaded.values.mail.startsWith('file:') ? { link } : {}
    output.object({ uid: user.uid, email: user.email, expires, ...shown })
    output.line(`Invited ${user.uid} (${user.email}) to ${database.name}. The link works once, until ${expires}.`)
    if (shown.link !== undefined) output.line(`It was written to ${loaded.values.mail.slice('file:'.length)}: ${link}`)
    return 0
  })

interface Invitation {
  readonly uid: string
  readonly email: string
  readonly culture: string
}

/** The mail is in the language of the user. */
const styleOf = (settings: Settings, culture: string): Style => ({ texts: textsOf(culture), look: lookOf(settings) })

/** A user who signs in by single sign-on alone may use a password from now on. */
async function findOrCreate(records: Records, context: CommandContext): Promise<Invitation> {
  const { options } = context
  const fields = { Key: 1, Uid: 1, Email: 1, Culture: 1, Enabled: 1, SsoOnly: 1 }
  const [user] = await records.read('User', { fields, where: { Uid: { $EQ: String(options.uid) } } })
  if (!user) {
    if (options.email === undefined) throw usageError(`There is no user ${options.uid} yet; a new one needs --email.`)
    await newUser(records, context, { SsoOnly: false })
    return { uid: String(options.uid), email: String(options.email), culture: String(options.culture ?? '') }
  }
  const [uid, email] = [String(user.Uid), String(user.Email)]
  if (user.Enabled !== true) throw new CommandError(`${uid} is disabled; "clientele user enable" comes first.`)
  const changes = ['name', 'admin'].some(name => options[name] !== undefined) || (options.group as string[]).length > 0
  if (changes || (options.email !== undefined && addressOf(String(options.email)) !== addressOf(email))) {
    throw new CommandError(`${uid} exists, with the e-mail ${email}. "clientele user update" changes a user.`)
  }
  if (user.SsoOnly === true) await records.update('User', { Key: user.Key, SsoOnly: false })
  return { uid, email, culture: String(user.Culture ?? '') }
}

async function send({ loaded }: CommandContext, mail: ReturnType<typeof passwordMail>): Promise<void> {
  const mailer = createMailer(loaded.values.mail, loaded.values.mailFrom, silentLog)
  try {
    await mailer.send(mail)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`The user exists, but the mail could not be sent: ${reason}. Invite again to send another.`)
  } finally {
    mailer.close()
  }
}
