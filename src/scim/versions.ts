// Compares the entity tags of requests with the version of a record (RFC 7644, 3.14).
import type { DataRecord } from './data-call.ts'
import { ScimError } from './errors.ts'
import { versionTag } from './user-resource.ts'

const tagsIn = (header: string): string[] => header.split(',').map(tag => tag.trim().replace(/^W\//, ''))

const isNamed = (header: string, record: DataRecord): boolean =>
  header.trim() === '*' || tagsIn(header).includes(versionTag(record).slice(2))

/** Refuses a write of another version than If-Match names. */
export function checkMatch(match: string | undefined, record: DataRecord): void {
  if (match !== undefined && !isNamed(match, record)) {
    throw new ScimError(412, null, `The resource was changed since; its version is ${versionTag(record)}.`)
  }
}

/** The version that the write checks once more, in its transaction. */
export const versionIn = (match: string | undefined, record: DataRecord): { Version?: number } =>
  match === undefined || match.trim() === '*' ? {} : { Version: record.Version }

/** Whether the client has the resource already. */
export const isKnown = (noneMatch: string | undefined, tag: string): boolean =>
  noneMatch !== undefined && (noneMatch.trim() === '*' || tagsIn(noneMatch).includes(tag.slice(2)))
