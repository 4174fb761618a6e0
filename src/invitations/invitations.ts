// Invites people to a database by mail, sends links again, and lists and revokes invitations.
import type { Caller } from '../accounts/caller.ts'
import { accountsOf } from '../accounts/directory.ts'
import { invitationOfUser, listInvitations } from '../accounts/invitations.ts'
import { freeUid, nameFor } from '../accounts/new-user.ts'
import { type LinkPurpose, preparePasswordLink, revokeInvitation } from '../accounts/password-links.ts'
import { seconds } from '../base/clock.ts'
import { Refusal, refuse } from '../base/errors.ts'
import type { Random } from '../base/secrets/secret.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import type { OperationContext } from '../operations/context.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'
import { userName } from '../options/users.ts'
import type { Look } from '../pages/look.ts'
import { textsOf } from '../pages/sign-in/texts/index.ts'
import { passwordMail } from '../sign-in/message.ts'
import { passwordLinkPath } from '../sign-in/steps/password-link.ts'
import type { Sso } from '../sso/providers.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import { MailRun } from './mail-run.ts'
import type { InvitedPerson } from './person.ts'

const userByUid = statementsOn<EntityTables>()((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select(['email', 'culture', 'password', 'sso_only'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('enabled', '=', 1)
    .where('deleted', 'is', null),
)

interface InvitationParts extends SystemParts {
  readonly random: Random
  readonly mailer: Mailer
  readonly sso: Sso
  readonly look: Look
  readonly origin: () => string
  readonly onFault: (error: unknown) => void
}

export interface InvitationResult {
  /** `Member`: a user has the address already and has signed in or has a password; nothing was sent. */
  readonly result: 'Invited' | 'Member' | 'Refused'
  readonly email: string
  readonly uid: string | null
  readonly expires: number | null
  /** Why the mail was not sent; null when it was. */
  readonly mailProblem: string | null
  readonly refusal: Refusal | null
}

export type Invitations = ReturnType<typeof createInvitations>

const listedMost = 500

export function createInvitations(parts: InvitationParts) {
  const { store, clock } = parts
  return {
    list: (caller: Caller) => listInvitations(store, caller.db, listedMost, seconds(clock)),
    revoke: (caller: Caller, uid: string): Promise<boolean> => revokeInvitation(parts, { db: caller.db, uid }),
    async invite(caller: Caller, people: readonly InvitedPerson[]): Promise<InvitationResult[]> {
      const work = await workOf(parts, caller)
      const results: InvitationResult[] = []
      for (const person of people) results.push(await invitePerson(work, person))
      await work.mails.done()
      return results.map(result => ({ ...result, mailProblem: work.mails.problemOf(result.email) }))
    },
    /** Sends a user the link again: of the invitation, or to choose a new password once there was one. */
    async sendAgain(caller: Caller, uid: string): Promise<InvitationResult & { readonly purpose: LinkPurpose }> {
      const work = await workOf(parts, caller)
      const [user] = await store.rows(userByUid(store.dialect, { db: caller.db, uid }))
      if (!user?.email) return refuse('UnknownKey', 'Uid', 'There is no enabled user with this Uid.')
      const ssoOnly = user.sso_only === 1 || (await parts.sso.settings(caller.db))?.only === true
      const invited = await invitationOfUser(store, caller.db, uid, seconds(clock))
      const purpose = user.password === null && invited?.status !== 'accepted' ? 'invitation' : 'reset'
      if (purpose === 'reset' && ssoOnly) {
        return refuse('RuleViolated', 'Uid', 'The user signs in by single sign-on and has no password.')
      }
      const person = { uid, email: user.email, culture: user.culture, ssoOnly }
      const result = await sendLink(work, person, purpose)
      await work.mails.done()
      return { ...result, purpose, mailProblem: work.mails.problemOf(result.email) }
    },
  }
}

/** What all people of one request share. */
interface Work {
  readonly parts: InvitationParts
  readonly caller: Caller
  /** Acts for the administrator, whom the history names. */
  readonly context: OperationContext
  readonly mails: MailRun
  readonly inviter: string
}

async function workOf(parts: InvitationParts, caller: Caller): Promise<Work> {
  const system = await systemContext(parts, { id: caller.db, name: caller.database })
  const context = { ...system, caller: { ...system.caller, uid: caller.uid, application: caller.application } }
  const inviter = await userName(parts, caller.db, caller.uid)
  return { parts, caller, context, mails: new MailRun(parts.mailer, parts.onFault), inviter }
}

async function invitePerson(work: Work, person: InvitedPerson): Promise<InvitationResult> {
  const { parts, caller } = work
  const known = (await accountsOf(parts.store, person.email)).find(({ db }) => db === caller.db)
  if (!known) return createUser(work, person)
  const invited = await invitationOfUser(parts.store, caller.db, known.uid, seconds(parts.clock))
  if (known.password !== null || invited === null || invited.status === 'accepted') {
    return { result: 'Member', email: known.email, uid: known.uid, expires: null, mailProblem: null, refusal: null }
  }
  return sendLink(work, { ...known, culture: person.culture ?? null }, 'invitation')
}

interface Addressee {
  readonly uid: string
  readonly email: string
  readonly culture: string | null
  readonly ssoOnly: boolean
}

async function sendLink(work: Work, person: Addressee, purpose: LinkPurpose): Promise<InvitationResult> {
  const { parts, caller } = work
  const link = preparePasswordLink(parts, { ...person, db: caller.db }, purpose, caller.uid)
  await parts.store.write(link.write)
  mail(work, person, purpose, link.key)
  return invited(person, link.expires)
}

/** The user and the link are written in one transaction. */
async function createUser(work: Work, person: InvitedPerson): Promise<InvitationResult> {
  const { parts, caller, context } = work
  const { email, culture = null, ssoOnly } = person
  const uid = person.uid ?? (await freeUid(parts.store, caller.db, email))
  const link = preparePasswordLink(parts, { db: caller.db, uid, email }, 'invitation', caller.uid)
  const Data = { ...person.fields, ...nameFor(person), Uid: uid, Email: email, Culture: culture, SsoOnly: ssoOnly }
  const request = { member: 'User', entity: context.catalog.model.entity('User'), log: false, content: { Data } }
  try {
    await runWrites('Create', [request], context, undefined, link.write)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { result: 'Refused', email, uid: null, expires: null, mailProblem: null, refusal: error }
  }
  mail(work, { uid, email, culture, ssoOnly }, 'invitation', link.key)
  return invited({ uid, email }, link.expires)
}

const invited = ({ uid, email }: Pick<Addressee, 'uid' | 'email'>, expires: number): InvitationResult => {
  return { result: 'Invited', email, uid, expires, mailProblem: null, refusal: null }
}

/** In the language of the user, or else of the administrator. */
function mail({ parts, caller, mails, inviter }: Work, person: Addressee, purpose: LinkPurpose, key: string): void {
  const { look, settings, origin } = parts
  const style = { look, texts: textsOf(person.culture ?? caller.culture) }
  const link = origin() + passwordLinkPath(settings.authPrefix, key)
  const { email, ssoOnly } = person
  mails.add(passwordMail(style, { purpose, email, link, database: caller.database, by: inviter, ssoOnly }))
}
