// Reads the operations of a PATCH (RFC 7644, 3.5.2) as Entra ID and Okta send them: names in any letter case, booleans as texts, paths with filters.
import { isObject, nameOf } from '../base/text/json.ts'
import { invalid } from './errors.ts'
import { type Filter, type PatchPath, parsePath } from './filter.ts'
import { type Json, memberOf } from './json.ts'
import { isPassedOver, userWriters, type WrittenUser } from './user-resource.ts'

type PatchKind = 'add' | 'replace' | 'remove'

/** One change of one attribute. */
interface PatchStep extends PatchPath {
  readonly kind: PatchKind
  readonly value: unknown
}

const mostOperations = 1_000

/** The steps of a body, in their order. An operation without a path has one for each member of its value. */
function patchSteps(body: Json): PatchStep[] {
  const operations = memberOf(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0) {
    return invalid('invalidSyntax', `Operations is a list of operations, not ${nameOf(operations)}.`)
  }
  if (operations.length > mostOperations) invalid('tooMany', `A PATCH has at most ${mostOperations} operations.`)
  return operations.flatMap(stepsOf)
}

function stepsOf(operation: unknown, at: number): PatchStep[] {
  if (!isObject(operation)) return invalid('invalidSyntax', `Operations[${at}] is an object, not ${nameOf(operation)}.`)
  const kind = kindOf(memberOf(operation, 'op'), at)
  const value = memberOf(operation, 'value')
  const path = memberOf(operation, 'path')
  if (typeof path === 'string' && path !== '') return [{ kind, value, ...parsePath(path) }]
  if (path !== undefined && path !== null && path !== '') invalid('invalidPath', `Operations[${at}].path is a text.`)
  if (kind === 'remove') invalid('noTarget', `Operations[${at}] removes without a path.`)
  if (!isObject(value)) return invalid('invalidValue', `Operations[${at}].value is an object, as there is no path.`)
  return Object.entries(value).map(([name, inner]) => ({ kind, value: inner, ...parsePath(name) }))
}

function kindOf(op: unknown, at: number): PatchKind {
  const kind = typeof op === 'string' ? op.toLowerCase() : ''
  if (kind === 'add' || kind === 'replace' || kind === 'remove') return kind
  return invalid('invalidSyntax', `Operations[${at}].op is add, replace or remove.`)
}

/** What the operations write of a user. */
export function patchedUser(body: Json): WrittenUser {
  const user: WrittenUser = {}
  for (const step of patchSteps(body)) applyToUser(user, step)
  return user
}

/** Complex attributes, whose members are attributes of their own. */
const complex: Readonly<Record<string, string>> = { name: 'name.', enterprise: '', core: '' }

function applyToUser(user: WrittenUser, { kind, attribute, filter, value }: PatchStep): void {
  // There is one address, of the type work; others have no place.
  if (filter !== null && attribute.startsWith('emails') && !canBe(filter, { type: 'work', primary: true })) return
  const given = kind === 'remove' ? null : value
  const prefix = complex[attribute]
  if (prefix !== undefined) {
    const members = isObject(given) ? Object.entries(given) : []
    if (!isObject(given) && kind !== 'remove') invalid('invalidValue', `${attribute} takes an object.`)
    for (const [name, inner] of members) {
      applyToUser(user, { kind, attribute: prefix + name.toLowerCase(), filter: null, value: inner })
    }
    return
  }
  const write = userWriters[attribute]
  if (write) write(user, given)
  else if (attribute === 'id') invalid('mutability', 'id is given by the service and never changes.')
  // Attributes of extensions of others have no place here either.
  else if (!isPassedOver(attribute) && !attribute.startsWith('urn:')) {
    invalid('invalidPath', `A user has no attribute ${attribute}.`)
  }
}

/** Whether an element with these values can meet the filter; other attributes are not known. */
function canBe(filter: Filter, known: Readonly<Record<string, string | boolean>>): boolean {
  if (filter.kind === 'and') return filter.of.every(part => canBe(part, known))
  if (filter.kind === 'or') return filter.of.some(part => canBe(part, known))
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return true
  const own = known[filter.attribute.split('.').at(-1) ?? '']
  return own === undefined || String(own) === String(filter.value).toLowerCase()
}

/** What the operations write of a group. Members are Uids. */
export interface WrittenGroup {
  displayName?: string
  externalId?: string | null
  /** The whole list; without it `added` and `removed` change the stored one. */
  members?: Set<string>
  readonly added: Set<string>
  readonly removed: Set<string>
}

export const noGroup = (): WrittenGroup => ({ added: new Set(), removed: new Set() })

export function patchedGroup(body: Json): WrittenGroup {
  const group = noGroup()
  for (const step of patchSteps(body)) applyToGroup(group, step)
  return group
}

function applyToGroup(group: WrittenGroup, { kind, attribute, filter, value }: PatchStep): void {
  if (attribute === 'members') patchMembers(group, kind, filter, value)
  else if (attribute === 'displayname') group.displayName = nameIn(kind === 'remove' ? null : value)
  else if (attribute === 'externalid') group.externalId = kind === 'remove' ? null : externalIdIn(value)
  // Okta repeats the id beside the name.
  else if (!['id', 'schemas', 'meta', 'core'].includes(attribute) && !attribute.startsWith('urn:')) {
    invalid('invalidPath', `A group has no attribute ${attribute}.`)
  }
}

export function nameIn(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : invalid('invalidValue', 'displayName is mandatory.')
}

export function externalIdIn(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' ? value : invalid('invalidValue', 'externalId is a text.')
}

function patchMembers(group: WrittenGroup, kind: PatchKind, filter: Filter | null, value: unknown): void {
  const ids = filter === null ? memberIds(value) : filteredIds(filter)
  if (kind === 'replace' && filter === null) {
    group.members = new Set(ids)
    group.added.clear()
    group.removed.clear()
    return
  }
  if (kind === 'remove' && filter === null && (value === undefined || value === null)) {
    group.members = new Set()
    group.added.clear()
    group.removed.clear()
    return
  }
  const [into, out] = kind === 'remove' ? [group.removed, group.added] : [group.added, group.removed]
  for (const id of ids) {
    out.delete(id)
    into.add(id)
    if (group.members) kind === 'remove' ? group.members.delete(id) : group.members.add(id)
  }
}

/** `[{"value": "a"}, ...]`, one such object, or a bare id. */
export function memberIds(value: unknown): string[] {
  if (value === null || value === undefined) return []
  const all = Array.isArray(value) ? value : [value]
  return all.map(one => {
    const id = isObject(one) ? memberOf(one, 'value') : one
    return typeof id === 'string' && id !== '' ? id : invalid('invalidValue', 'A member has the id of a user as value.')
  })
}

/** `members[value eq "a" or value eq "b"]` */
function filteredIds(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.of.flatMap(filteredIds)
  if (filter.kind === 'compare' && filter.operator === 'eq' && filter.attribute === 'members.value') {
    return [String(filter.value)]
  }
  return invalid('invalidPath', 'A path names members by value eq "id".')
}
