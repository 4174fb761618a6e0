// Creates, shows, changes and removes users for a provider, and off-boards leavers.
import type { Caller } from '../accounts/caller.ts'
import { freeUid } from '../accounts/new-user.ts'
import { encodeKey } from '../fields/record-key.ts'
import { userAttributes } from './condition.ts'
import { type DataRecord, readRecords, runMembers } from './data-call.ts'
import { ScimError } from './errors.ts'
import type { Json } from './json.ts'
import type { ListedKind } from './list.ts'
import { patchedUser } from './patch.ts'
import type { ScimParts } from './resources.ts'
import { successorOf } from './settings.ts'
import {
  offboardingSchema,
  userData,
  userFields,
  userResource,
  type WrittenUser,
  writtenUser,
} from './user-resource.ts'
import { checkMatch, versionIn } from './versions.ts'

export const userKind = (base: string): ListedKind => ({
  entity: 'User',
  attributes: userAttributes,
  order: 'Uid',
  fields: userFields,
  show: record => userResource(record, base),
})

async function storedUser(parts: ScimParts, caller: Caller, id: string): Promise<DataRecord> {
  const Criteria = { SearchQuery: { Uid: { $EQ: id } } }
  const [record] = await readRecords(parts.operations, caller, 'User', { Scope: { Fields: userFields }, Criteria })
  if (!record) throw new ScimError(404, null, `There is no user ${id}.`)
  return record
}

export function createUsers(parts: ScimParts) {
  const { operations, handovers } = parts
  const show = (record: DataRecord): Json => userResource(record, parts.base())
  const find = (caller: Caller, id: string) => storedUser(parts, caller, id)

  /** Writes what differs, and off-boards a user who was active and is not any more. */
  const change = async (caller: Caller, id: string, match: string | undefined, work: UserChange): Promise<Json> => {
    const record = await find(caller, id)
    checkMatch(match, record)
    const { user, whole } = work()
    const data = userData(user, record, whole)
    const isLeaving = record.Enabled && data.Enabled === false
    if (isLeaving) {
      const manager = user.manager === undefined ? (record.Manager?.Uid ?? null) : user.manager
      return offboard(caller, record, match, { ...data }, manager)
    }
    // Who comes back has no successor any more.
    const back = !record.Enabled && data.Enabled === true ? { Successor: null } : {}
    if (Object.keys(data).length > 0) {
      const Data = { Key: record.Key, ...versionIn(match, record), ...data, ...back }
      await runMembers(operations, caller, 'Update', { User: { Data } })
    }
    return show(await find(caller, id))
  }

  const offboard = async (
    caller: Caller,
    record: DataRecord,
    match: string | undefined,
    data: object,
    manager: string | null,
  ): Promise<Json> => {
    const uid = await successorOf(operations.store, caller.db, { uid: record.Uid, manager })
    const Successor = uid === null ? null : encodeKey('User', uid)
    const Data = { Key: record.Key, ...versionIn(match, record), ...data, Enabled: false, Successor }
    const records = await handovers.count(caller, record.Uid)
    await runMembers(operations, caller, 'Update', { User: { Data, Options: { EndSessions: true } } })
    handovers.begin()
    const resource = show(await find(caller, record.Uid))
    return { ...resource, [offboardingSchema]: { ...(resource[offboardingSchema] as object), records } }
  }

  return {
    find: async (caller: Caller, id: string) => show(await find(caller, id)),
    async create(caller: Caller, resource: Json): Promise<Json> {
      const data = userData(writtenUser(resource), null, true)
      const Uid = await freeUid(operations.store, caller.db, String(data.Email))
      // Users whom the provider makes have no password where they can sign in without one.
      const SsoOnly = (await parts.sso.settings(caller.db)) !== null
      await runMembers(operations, caller, 'Create', { User: { Data: { ...data, Uid, SsoOnly } } })
      return show(await find(caller, Uid))
    },
    replace: (caller: Caller, id: string, resource: Json, match: string | undefined) =>
      change(caller, id, match, () => ({ user: writtenUser(resource), whole: true })),
    patch: (caller: Caller, id: string, body: Json, match: string | undefined) =>
      change(caller, id, match, () => ({ user: patchedUser(body), whole: false })),
    /** Gives the Uid of the successor; null without one. */
    async remove(caller: Caller, id: string, match: string | undefined): Promise<string | null> {
      const record = await find(caller, id)
      checkMatch(match, record)
      const gone = record.Enabled
        ? await offboard(caller, record, match, {}, record.Manager?.Uid ?? null)
        : show(record)
      await runMembers(operations, caller, 'Delete', { User: { Data: { Key: record.Key } } })
      const { successor } = gone[offboardingSchema] as { successor: { value: string } | null }
      return successor?.value ?? null
    },
  }
}

type UserChange = () => { readonly user: WrittenUser; readonly whole: boolean }
