// Shows security groups as resources of SCIM (RFC 7643, 4.2), and turns what a provider writes into writes of SecurityGroup.
import { decodeKey, encodeKey } from '../fields/record-key.ts'
import type { DataRecord } from './data-call.ts'
import { type Json, memberOf } from './json.ts'
import { externalIdIn, memberIds, nameIn, noGroup, type WrittenGroup } from './patch.ts'
import { externalIdOf, externalKeysWith, metaOf } from './user-resource.ts'

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const plainFields = { Key: 1, Name: 1, ExternalKeys: 1, CreationDate: 1, LastModifyDate: 1, Version: 1 }

/** Members are read only when they are wanted: a group may have thousands. */
export const groupFields = (withMembers: boolean): object =>
  withMembers ? { ...plainFields, Members: [{ Uid: 1, DisplayName: 1 }] } : plainFields

export const groupId = ({ Key }: DataRecord): string => decodeKey(Key)?.id ?? ''

export function groupResource(record: DataRecord, base: string): Json {
  const id = groupId(record)
  const externalId = externalIdOf(record)
  return {
    schemas: [groupSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName: record.Name,
    ...('Members' in record && {
      members: (record.Members ?? []).map(({ Uid, DisplayName }: DataRecord) => ({
        value: Uid,
        display: DisplayName,
        type: 'User',
        $ref: `${base}/Users/${Uid}`,
      })),
    }),
    meta: metaOf(record, 'Group', `${base}/Groups/${id}`),
  }
}

/** A whole resource, as POST and PUT have it. */
export function writtenGroup(resource: Json): WrittenGroup {
  return {
    ...noGroup(),
    displayName: nameIn(memberOf(resource, 'displayName')),
    externalId: externalIdIn(memberOf(resource, 'externalId')),
    members: new Set(memberIds(memberOf(resource, 'members'))),
  }
}

const keysOf = (uids: Iterable<string>): string[] => [...uids].map(uid => encodeKey('User', uid))

/**
 * The members of the body of an Update, which run in one transaction: the data with the whole list or with what is added,
 * and what is removed. Null when nothing changes.
 */
export function groupUpdates(
  group: WrittenGroup,
  record: DataRecord,
  version: number | null,
): Record<string, object> | null {
  const { Key } = record
  const data: Record<string, unknown> = {}
  if (group.displayName !== undefined && group.displayName !== record.Name) data.Name = group.displayName
  if (group.externalId !== undefined && group.externalId !== externalIdOf(record)) {
    data.ExternalKeys = externalKeysWith(record, group.externalId)
  }
  if (group.members) data.Members = keysOf(group.members)
  else if (group.added.size > 0) data.Members = keysOf(group.added)
  const removed = group.members ? new Set<string>() : group.removed
  if (Object.keys(data).length === 0 && removed.size === 0) return null
  const checked = version === null ? {} : { Version: version }
  return {
    'SecurityGroup.written': { Data: { Key, ...checked, ...data }, Options: { Append: !group.members } },
    ...(removed.size > 0 && {
      'SecurityGroup.removed': { Data: { Key, Members: keysOf(removed) }, Options: { Remove: true } },
    }),
  }
}
