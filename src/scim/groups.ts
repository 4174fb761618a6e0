// Creates, shows, changes and removes security groups for a provider.
import type { Caller } from '../accounts/caller.ts'
import { encodeKey } from '../fields/record-key.ts'
import { groupAttributes } from './condition.ts'
import { type DataRecord, readRecords, runMembers } from './data-call.ts'
import { ScimError } from './errors.ts'
import { groupFields, groupId, groupResource, groupUpdates, writtenGroup } from './group-resource.ts'
import type { Json } from './json.ts'
import type { ListedKind } from './list.ts'
import { patchedGroup, type WrittenGroup } from './patch.ts'
import type { ScimParts } from './resources.ts'
import { externalKeysWith } from './user-resource.ts'
import { checkMatch, versionIn } from './versions.ts'

export const groupKind = (base: string, withMembers: boolean): ListedKind => ({
  entity: 'SecurityGroup',
  attributes: groupAttributes,
  order: 'Key',
  fields: groupFields(withMembers),
  show: record => groupResource(record, base),
})

export function createGroups(parts: ScimParts) {
  const { operations } = parts
  const find = async (caller: Caller, id: string, withMembers = false): Promise<DataRecord> => {
    const Criteria = { SearchQuery: { Key: { $EQ: encodeKey('SecurityGroup', id) } } }
    const Scope = { Fields: groupFields(withMembers) }
    const [record] = await readRecords(operations, caller, 'SecurityGroup', { Scope, Criteria })
    if (!record) throw new ScimError(404, null, `There is no group ${id}.`)
    return record
  }
  const shown = async (caller: Caller, id: string, withMembers = true): Promise<Json> =>
    groupResource(await find(caller, id, withMembers), parts.base())
  const change = async (caller: Caller, id: string, match: string | undefined, group: () => WrittenGroup) => {
    const record = await find(caller, id)
    checkMatch(match, record)
    const updates = groupUpdates(group(), record, versionIn(match, record).Version ?? null)
    if (updates) await runMembers(operations, caller, 'Update', updates)
  }
  return {
    find: shown,
    async create(caller: Caller, resource: Json, withMembers: boolean): Promise<Json> {
      const { displayName, externalId = null, members = new Set() } = writtenGroup(resource)
      const Data = {
        Name: displayName,
        ...(externalId === null ? {} : { ExternalKeys: externalKeysWith(null, externalId) }),
        Members: [...members].map(uid => encodeKey('User', uid)),
      }
      const answer = await runMembers(operations, caller, 'Create', { SecurityGroup: { Data } })
      return shown(caller, groupId(answer.SecurityGroup?.Data), withMembers)
    },
    async replace(caller: Caller, id: string, resource: Json, match: string | undefined, withMembers: boolean) {
      await change(caller, id, match, () => writtenGroup(resource))
      return shown(caller, id, withMembers)
    },
    patch: (caller: Caller, id: string, body: Json, match: string | undefined): Promise<void> =>
      change(caller, id, match, () => patchedGroup(body)),
    async remove(caller: Caller, id: string, match: string | undefined): Promise<void> {
      const record = await find(caller, id)
      checkMatch(match, record)
      await runMembers(operations, caller, 'Delete', { SecurityGroup: { Data: { Key: record.Key } } })
    },
  }
}
