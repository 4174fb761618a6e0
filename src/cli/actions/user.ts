// Creates, lists, shows, changes and deletes the users of a database.
import { systemClock } from '../../base/clock.ts'
import { resetFactors } from '../../factors/reset-factors.ts'
import { decodeKey } from '../../fields/record-key.ts'
import { systemCaller } from '../../operations/system/system-context.ts'
import type { Action, CommandContext } from '../command.ts'
import { usageError } from '../failure.ts'
import { readSecret } from '../read-secret.ts'
import { type RecordData, type Records, userKeyOf } from '../records.ts'
import { untilReceived, withDatabase } from '../with-store.ts'
import { groupNamed } from './group.ts'

/** The last word becomes the last name. */
function splitName(name: string): { FirstName: string | null; LastName: string } {
  const words = name.trim().split(/\s+/)
  return { FirstName: words.slice(0, -1).join(' ') || null, LastName: words.at(-1) ?? '' }
}

/** The keys of groups that are given by name or by key. */
export async function groupKeys(records: Records, groups: readonly string[]): Promise<string[]> {
  const keys: string[] = []
  for (const group of groups) keys.push((await groupNamed(records, group)).key)
  return keys
}

/** The values of a new user's flags; `more` has what depends on how the user is going to sign in. */
export async function newUser(records: Records, { options }: CommandContext, more: RecordData): Promise<RecordData> {
  const uid = String(options.uid)
  return records.create('User', {
    Uid: uid,
    Email: String(options.email),
    ...splitName(typeof options.name === 'string' ? options.name : uid),
    Admin: options.admin === true,
    Groups: await groupKeys(records, options.group as string[]),
    ...(options.culture === undefined ? {} : { Culture: options.culture }),
    ...(options.timeZone === undefined ? {} : { TimeZone: options.timeZone }),
    ...more,
  })
}

export const createUser: Action = async context => {
  const { options, output } = context
  const password = options.passwordStdin === true ? await readSecret('password') : null
  return withDatabase(context, async ({ database, records }) => {
    const { Key } = await newUser(records, context, { SsoOnly: password === null, Password: password })
    const { uid, email } = options
    output.object({ uid, key: Key, email })
    output.line(`Created the user ${uid} (${email}) in ${database.name}.`)
    if (password === null) {
      output.note(
        `${uid} has no password: "clientele user invite" or "user set-password" gives one, unless SSO is used.`,
      )
    }
    return 0
  })
}

const fields = {
  Uid: 1,
  Key: 1,
  Email: 1,
  DisplayName: 1,
  Admin: 1,
  Enabled: 1,
  SsoOnly: 1,
  Culture: 1,
  TimeZone: 1,
  Groups: [{ Key: 1, Name: 1 }],
}

const shown = (user: RecordData) => ({
  uid: user.Uid,
  key: user.Key,
  email: user.Email,
  name: user.DisplayName,
  admin: user.Admin,
  enabled: user.Enabled,
  sso_only: user.SsoOnly,
  culture: user.Culture,
  time_zone: user.TimeZone,
  groups: (user.Groups as RecordData[]).map(group => group.Name),
})

export const listUsers: Action = context =>
  withDatabase(context, async ({ database, records }) => {
    const top = context.options.limit as number
    const users = (await records.read('User', { fields, order: 'Uid', top })).map(shown)
    context.output.object({ users })
    const rows = users.map(u => [u.uid, u.name, u.email, u.admin, u.enabled, u.groups])
    if (rows.length > 0) context.output.table(['UID', 'NAME', 'E-MAIL', 'ADMIN', 'ENABLED', 'GROUPS'], rows)
    else context.output.line(`${database.name} has no users; "clientele user create" makes one.`)
    return 0
  })

/** Prints the user as it is now. */
async function show(records: Records, key: string, { output }: CommandContext): Promise<number> {
  const [user = {}] = await records.read('User', { fields, where: { Key: { $EQ: key } } })
  output.object(shown(user))
  output.facts(shown(user))
  return 0
}

export const showUser: Action = context =>
  withDatabase(context, async ({ records }) =>
    show(records, await userKeyOf(records, String(context.options.uid)), context),
  )

/** Fields whose flags have their values as they are. */
const plain = { email: 'Email', admin: 'Admin', ssoOnly: 'SsoOnly', culture: 'Culture', timeZone: 'TimeZone' } as const

export const updateUser: Action = context =>
  withDatabase(context, async ({ records }) => {
    const { options } = context
    const given = Object.entries(plain).filter(([name]) => options[name] !== undefined)
    const groups = options.group as string[]
    const changes: RecordData = {
      ...Object.fromEntries(given.map(([name, field]) => [field, options[name]])),
      ...(typeof options.name === 'string' ? splitName(options.name) : {}),
      ...(groups.length > 0 ? { Groups: await groupKeys(records, groups) } : {}),
    }
    const Key = await userKeyOf(records, String(options.uid))
    if (Object.keys(changes).length === 0)
      throw usageError('Nothing to change: give --email, --name, --admin or others.')
    await records.update('User', { Key, ...changes })
    return show(records, Key, context)
  })

/** Writes one change of a user and says so. */
const change = (context: CommandContext, data: RecordData, said: string, options?: RecordData): Promise<number> =>
  withDatabase(context, async ({ database, records }) => {
    const Key = await userKeyOf(records, String(context.options.uid))
    await records.update('User', { Key, ...data }, options)
    await untilReceived()
    context.output.object({ uid: context.options.uid, key: Key })
    context.output.line(`${context.options.uid} in ${database.name}: ${said}`)
    return 0
  })

export const setPassword: Action = async context => {
  const keep = context.options.keepSessions === true
  const Password = await readSecret('password')
  const said = keep
    ? 'the password is set.'
    : 'the password is set; sessions, grants, personal tokens and remembered browsers have ended.'
  return change(context, { Password, SsoOnly: false }, said, { EndSessions: !keep, EndTokens: !keep })
}

export const disableUser: Action = context => change(context, { Enabled: false }, 'may no longer sign in.')
export const enableUser: Action = context => change(context, { Enabled: true }, 'may sign in again.')

/** For an administrator who lost both app and codes, when no other administrator can reset them. */
export const resetSecondFactors: Action = context =>
  withDatabase(context, async ({ store, records, database: { id, name } }) => {
    const uid = decodeKey(await userKeyOf(records, String(context.options.uid)))?.id ?? ''
    const removed = await resetFactors({ store, clock: systemClock }, { db: id, uid }, systemCaller(id, name))
    context.output.object({ uid, removed })
    context.output.line(
      removed ? `${uid} in ${name}: all second factors are removed.` : `${uid} in ${name} has no second factor.`,
    )
    return 0
  })

export const deleteUser: Action = context =>
  withDatabase(context, async ({ database, records }) => {
    const key = await userKeyOf(records, String(context.options.uid))
    await records.delete('User', key)
    await untilReceived()
    context.output.object({ uid: context.options.uid, key })
    context.output.line(`Deleted ${context.options.uid} of ${database.name}. To bring the user back:`)
    context.output.line(`  clientele bin restore --database ${database.name} --key ${key}`)
    return 0
  })
