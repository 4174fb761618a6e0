// Shows users as resources of SCIM (RFC 7643, 4.1), and turns what a provider writes into fields of User.

import { nameFor } from '../accounts/new-user.ts'
import { isObject } from '../base/text/json.ts'
import { decodeKey, encodeKey } from '../fields/record-key.ts'
import { booleanOf, keySource } from './condition.ts'
import type { DataRecord } from './data-call.ts'
import { invalid } from './errors.ts'
import { type Json, memberOf } from './json.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
/** What became of the records of a user who has left. */
export const offboardingSchema = 'urn:clientele:params:scim:schemas:extension:offboarding:2.0:User'

/** The fields of User that make a resource. */
export const userFields = {
  ...{ Key: 1, Uid: 1, UserName: 1, FirstName: 1, LastName: 1, DisplayName: 1, Email: 1, Enabled: 1 },
  ...{ Culture: 1, TimeZone: 1, ExternalKeys: 1, CreationDate: 1, LastModifyDate: 1, Version: 1 },
  Manager: { Uid: 1, DisplayName: 1 },
  Successor: { Uid: 1, DisplayName: 1 },
  Groups: [{ Key: 1, Name: 1 }],
}

/** An empty list is null in an answer. */
export const externalIdOf = ({ ExternalKeys }: DataRecord): string | null =>
  (ExternalKeys ?? []).find((key: DataRecord) => key.Source === keySource)?.Key ?? null

/** The list of external keys with another externalId in it. */
export const externalKeysWith = (record: DataRecord | null, externalId: string | null): object[] => [
  ...(record?.ExternalKeys ?? []).filter((key: DataRecord) => key.Source !== keySource),
  ...(externalId === null ? [] : [{ Source: keySource, Key: externalId }]),
]

export const versionTag = ({ Version }: DataRecord): string => `W/"${Version}"`

export const metaOf = (record: DataRecord, resourceType: string, location: string): Json => ({
  resourceType,
  created: record.CreationDate,
  lastModified: record.LastModifyDate,
  location,
  version: versionTag(record),
})

export function userResource(record: DataRecord, base: string): Json {
  const { Uid, Manager, Successor, Culture, Enabled } = record
  const manager = Manager?.Uid && {
    manager: { value: Manager.Uid, displayName: Manager.DisplayName, $ref: `${base}/Users/${Manager.Uid}` },
  }
  const gone = !Enabled && { [offboardingSchema]: { successor: successorIn(Successor, base) } }
  const externalId = externalIdOf(record)
  return {
    schemas: [userSchema, ...(manager ? [enterpriseSchema] : []), ...(gone ? [offboardingSchema] : [])],
    id: Uid,
    ...(externalId === null ? {} : { externalId }),
    userName: record.UserName ?? record.Email,
    name: without({ formatted: record.DisplayName, givenName: record.FirstName, familyName: record.LastName }),
    displayName: record.DisplayName,
    emails: [{ value: record.Email, type: 'work', primary: true }],
    active: Enabled,
    ...without({ locale: Culture, preferredLanguage: Culture, timezone: record.TimeZone }),
    groups: (record.Groups ?? []).map(({ Key, Name }: DataRecord) => {
      const id = decodeKey(Key)?.id
      return { value: id, display: Name, type: 'direct', $ref: `${base}/Groups/${id}` }
    }),
    ...(manager && { [enterpriseSchema]: manager }),
    ...(gone && gone),
    meta: metaOf(record, 'User', `${base}/Users/${Uid}`),
  }
}

const successorIn = (successor: DataRecord, base: string) =>
  successor?.Uid
    ? { value: successor.Uid, displayName: successor.DisplayName, $ref: `${base}/Users/${successor.Uid}` }
    : null

/** Attributes without a value are absent. */
const without = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value != null))

/** What a provider can write of a user; a member is undefined while nothing was sent. */
export interface WrittenUser {
  userName?: string | null
  externalId?: string | null
  displayName?: string | null
  formatted?: string | null
  givenName?: string | null
  familyName?: string | null
  email?: string | null
  active?: boolean | null
  locale?: string | null
  timezone?: string | null
  manager?: string | null
}

type Writer = (user: WrittenUser, value: unknown) => void

const longestValue = 1_000

function textOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && text.length <= longestValue) return text
  return invalid('invalidValue', `${name} is a text of at most ${longestValue} characters.`)
}

const text =
  (name: Exclude<keyof WrittenUser, 'active'>): Writer =>
  (user, value) => {
    user[name] = textOf(name, value)
  }

/** The id of a user: `"2819c223"` or `{"value": "2819c223"}`. */
const manager: Writer = (user, value) => {
  const one = Array.isArray(value) ? value[0] : value
  user.manager = textOf('manager', isObject(one) ? memberOf(one, 'value') : one)
}

const active: Writer = (user, value) => {
  const given = value === null || value === undefined ? null : booleanOf(value)
  if (given === null && value !== null && value !== undefined) invalid('invalidValue', 'active is true or false.')
  user.active = given
}

/** The address of the type work, or the primary one, or else the first. */
const emails: Writer = (user, value) => {
  const all = (Array.isArray(value) ? value : [value]).filter(one => one !== null && one !== undefined)
  const isWork = (one: unknown) => isObject(one) && String(memberOf(one, 'type')).toLowerCase() === 'work'
  const isPrimary = (one: unknown) => isObject(one) && booleanOf(memberOf(one, 'primary')) === true
  const best = all.find(isWork) ?? all.find(isPrimary) ?? all[0]
  user.email = textOf('emails', isObject(best) ? memberOf(best, 'value') : best)
}

/** The attributes that are stored, by lower-case name; complex ones write their parts. */
export const userWriters: Readonly<Record<string, Writer>> = {
  username: text('userName'),
  externalid: text('externalId'),
  displayname: text('displayName'),
  'name.formatted': text('formatted'),
  'name.givenname': text('givenName'),
  'name.familyname': text('familyName'),
  emails,
  'emails.value': text('email'),
  active,
  locale: text('locale'),
  // Only a culture that no locale has given.
  preferredlanguage: (user, value) => {
    user.locale ??= textOf('preferredLanguage', value)
  },
  timezone: text('timezone'),
  manager,
  'manager.value': manager,
}

/** Attributes of the schemas that have no place here: providers send them, and they are passed over. */
const passedOver = new Set(
  [
    'schemas,meta,groups,nickname,profileurl,title,usertype,password,phonenumbers,ims,photos,addresses,entitlements',
    'roles,x509certificates,employeenumber,costcenter,organization,division,department,name.middlename',
    'name.honorificprefix,name.honorificsuffix,emails.type,emails.primary,emails.display,manager.displayname,manager.$ref',
  ].flatMap(names => names.split(',')),
)

export const isPassedOver = (attribute: string): boolean =>
  passedOver.has(attribute) || passedOver.has(attribute.split('.', 1)[0] as string)

/** A whole resource, as POST and PUT have it. */
export function writtenUser(resource: Json): WrittenUser {
  const user: WrittenUser = {}
  const extension = memberOf(resource, enterpriseSchema)
  const name = memberOf(resource, 'name')
  const write = (holder: Json, prefix: string) => {
    for (const [member, value] of Object.entries(holder)) userWriters[prefix + member.toLowerCase()]?.(user, value)
  }
  write(resource, '')
  if (isObject(name)) write(name, 'name.')
  if (isObject(extension)) write(extension, '')
  return user
}

/** The data of a write: only what differs from the stored record. `whole` clears what a PUT leaves out. */
export function userData(user: WrittenUser, record: DataRecord | null, whole: boolean): Record<string, unknown> {
  if (record === null || whole) {
    if (!user.userName) invalid('invalidValue', 'userName is mandatory.')
  }
  if (user.userName === null) invalid('invalidValue', 'userName is mandatory.')
  const data: Record<string, unknown> = {}
  const set = (field: string, value: unknown, known: unknown) => {
    if (value !== undefined && (value ?? null) !== (known ?? null)) data[field] = value
  }
  const left = whole ? null : undefined
  set('UserName', user.userName, record?.UserName)
  set('Email', emailOf(user, record), record?.Email)
  for (const [field, value] of Object.entries(namesOf(user, record, left))) set(field, value, record?.[field])
  if (typeof user.active === 'boolean') set('Enabled', user.active, record?.Enabled)
  set('Culture', user.locale === undefined ? left : user.locale, record?.Culture)
  set('TimeZone', user.timezone === undefined ? left : user.timezone, record?.TimeZone)
  const managerUid = user.manager === undefined ? left : user.manager
  if (managerUid !== undefined && managerUid !== (record?.Manager?.Uid ?? null)) {
    data.Manager = managerUid === null ? null : encodeKey('User', managerUid)
  }
  const externalId = user.externalId === undefined ? left : user.externalId
  if (externalId !== undefined && externalId !== (record ? externalIdOf(record) : null)) {
    data.ExternalKeys = externalKeysWith(record, externalId)
  }
  return data
}

/** A user has an address: without one the userName serves, if it is one. */
function emailOf({ email, userName }: WrittenUser, record: DataRecord | null): string | undefined {
  if (email) return email
  if (email === undefined && record) return undefined
  const name = userName ?? record?.UserName
  if (typeof name === 'string' && name.includes('@')) return name
  return invalid('invalidValue', 'A user has an e-mail address: send emails, or an address as userName.')
}

/** The last name is mandatory here and optional in SCIM. */
function namesOf(user: WrittenUser, record: DataRecord | null, left: null | undefined): Json {
  const display = user.displayName === undefined ? user.formatted : user.displayName
  const given = user.givenName === undefined ? left : user.givenName
  const family = user.familyName === undefined ? left : user.familyName
  const names = { DisplayName: display === undefined ? left : display, FirstName: given, LastName: family }
  if (family || (family === undefined && record)) return names
  const words = (display ?? '').split(/\s+/).filter(word => word !== '')
  if (words.length > 0) {
    return { ...names, FirstName: given ?? (words.slice(0, -1).join(' ') || null), LastName: words.at(-1) }
  }
  const email = user.email ?? user.userName ?? record?.Email ?? ''
  return { ...names, ...nameFor({ email, fields: { FirstName: given } }) }
}
