// Reads and changes what users may change of their own record: name, language and formats, time zone, mails.
import type { Caller } from '../accounts/caller.ts'
import { Refusal, refuse } from '../base/errors.ts'
import { encodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'
import { type Args, statementsOn } from '../storage/statement.ts'

/** The fields of User that users write themselves; all others are the administrator's. */
export const profileFields = [
  'FirstName',
  'LastName',
  'DisplayName',
  'Culture',
  'TimeZone',
  'NotificationMail',
] as const

type ProfileField = (typeof profileFields)[number]
export type ProfileChange = Partial<Record<ProfileField, string | null>>

interface Profile extends Record<ProfileField, string | null> {
  readonly Uid: string
  readonly Email: string | null
}

const statement = statementsOn<EntityTables>()

const userOf = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select(['email', 'first_name', 'last_name', 'display_name', 'culture', 'time_zone', 'notification_mail'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('deleted', 'is', null),
)

export type OwnProfile = ReturnType<typeof ownProfile>

export function ownProfile(parts: SystemParts) {
  const { store } = parts
  return {
    async read({ db, uid }: Caller): Promise<Profile> {
      const [row] = await store.rows(userOf(store.dialect, { db, uid }))
      if (!row) return refuse('UnknownKey', '', 'There is no such user.')
      return {
        Uid: uid,
        Email: row.email,
        FirstName: row.first_name,
        LastName: row.last_name,
        DisplayName: row.display_name,
        Culture: row.culture,
        TimeZone: row.time_zone,
        NotificationMail: row.notification_mail ?? 'None',
      }
    },
    /** The history names the user as the author of the change. */
    async change(caller: Caller, change: ProfileChange): Promise<void> {
      const system = await systemContext(parts, { id: caller.db, name: caller.database })
      const context = { ...system, caller: { ...system.caller, uid: caller.uid, application: caller.application } }
      const content = { Data: { Key: encodeKey('User', caller.uid), ...change } }
      const request = { member: 'User', entity: context.catalog.model.entity('User'), log: false, content }
      await runWrites('Update', [request], context).catch(atProfile)
    },
  }
}

/** Reports problems of User's fields at the members of the request. */
function atProfile(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const own = (text: string): string => text.replaceAll('User.Data.', '')
  throw new Refusal(
    error.told().map(problem => ({ ...problem, path: own(problem.path), message: own(problem.message) })),
  )
}
