// Turns a filter of SCIM into a condition of the query language, so that the plan of a Read binds its values.
import { encodeKey } from '../fields/record-key.ts'
import { invalid } from './errors.ts'
import type { Comparison, Filter } from './filter.ts'

type Condition = Readonly<Record<string, unknown>>
/** A condition, or that it holds for all resources or for none. */
export type Compiled = Condition | boolean

type Value = Extract<Filter, { kind: 'compare' }>['value']

/** How an attribute is compared. `negated` asks for exactly the records that the comparison leaves out. */
type Attribute = (operator: Comparison, value: Value, negated: boolean) => Compiled

/** The attributes of a resource by lower-case name. */
export type Attributes = Readonly<Record<string, Attribute>>

/** The source of the external keys that keep the `externalId` of users and groups. */
export const keySource = 'SCIM'

const plain: Partial<Record<Comparison, readonly [operator: string, complement: string]>> = {
  eq: ['$EQ', '$NE'],
  ne: ['$NE', '$EQ'],
}
/** Ordered comparisons, each with its complement among values. */
const ordered: Partial<Record<Comparison, readonly [operator: string, complement: string]>> = {
  gt: ['$GT', '$LE'],
  ge: ['$GE', '$LT'],
  lt: ['$LT', '$GE'],
  le: ['$LE', '$GT'],
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const patternOf = (operator: Comparison, text: string): string => {
  const inner = escaped(text)
  if (operator === 'sw') return `${inner}%`
  return operator === 'ew' ? `%${inner}` : `%${inner}%`
}

/** A comparison of one field of the query language. */
const field =
  (path: string): Attribute =>
  (operator, value, negated) => {
    const side = negated ? 1 : 0
    const whole = plain[operator]
    if (whole) return { [path]: { [whole[side]]: value } }
    if (value === null) return invalid('invalidFilter', `null is compared by eq and ne, not by ${operator}.`)
    const order = ordered[operator]
    if (!order) return { [path]: { [negated ? '$NLIKE' : '$LIKE']: patternOf(operator, String(value)) } }
    const compared = { [path]: { [order[side]]: value } }
    return negated ? { $OR: [compared, { [path]: { $EQ: null } }] } : compared
  }

/** The name by which the provider knows the user, or the address of a user without such a name. */
const userName: Attribute = (operator, value, negated) => ({
  $OR: [
    { $AND: [{ UserName: { $NE: null } }, field('UserName')(operator, value, negated)] },
    { $AND: [{ UserName: { $EQ: null } }, field('Email')(operator, value, negated)] },
  ],
})

const externalId: Attribute = (operator, value, negated) => {
  if (value === null) return field('ExternalKeys/Source')(operator === 'eq' ? 'ne' : 'eq', keySource, negated)
  if (operator !== 'eq' && operator !== 'ne') return invalid('invalidFilter', 'externalId is compared by eq and ne.')
  const isEqual = (operator === 'eq') !== negated
  const found = [
    field('ExternalKeys/Source')('eq', keySource, !isEqual),
    field('ExternalKeys/Key')('eq', value, !isEqual),
  ]
  return isEqual ? { $AND: found } : { $OR: found }
}

/** Providers send "True" for true. */
export function booleanOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  return text === 'true' ? true : text === 'false' ? false : null
}

const flag =
  (path: string): Attribute =>
  (operator, value, negated) => {
    const given = booleanOf(value)
    if (given === null || (operator !== 'eq' && operator !== 'ne')) {
      return invalid('invalidFilter', 'A boolean attribute is compared with true or false, by eq and ne.')
    }
    return field(path)(operator, given, negated)
  }

/** A reference to another resource by its id. */
const reference =
  (path: string, kind: string): Attribute =>
  (operator, value, negated) => {
    if (value === null) return field(path)(operator, null, negated)
    if (operator !== 'eq' && operator !== 'ne') return invalid('invalidFilter', 'A reference is compared by eq and ne.')
    return field(path)(operator, encodeKey(kind, String(value)), negated)
  }

/** An attribute that has the same value in all resources: there is one e-mail address, of the type work. */
const constant =
  (own: string | boolean): Attribute =>
  (operator, value, negated) => {
    const isSame = (booleanOf(own) === null ? String(value).toLowerCase() : booleanOf(value)) === own
    return (operator === 'eq' ? isSame : operator === 'ne' ? !isSame : false) !== negated
  }

const common: Attributes = {
  externalid: externalId,
  'meta.created': field('CreationDate'),
  'meta.lastmodified': field('LastModifyDate'),
}

export const userAttributes: Attributes = {
  ...common,
  id: field('Uid'),
  username: userName,
  displayname: field('DisplayName'),
  'name.formatted': field('DisplayName'),
  'name.givenname': field('FirstName'),
  'name.familyname': field('LastName'),
  emails: field('Email'),
  'emails.value': field('Email'),
  'emails.type': constant('work'),
  'emails.primary': constant(true),
  active: flag('Enabled'),
  locale: field('Culture'),
  preferredlanguage: field('Culture'),
  timezone: field('TimeZone'),
  manager: reference('Manager/Key', 'User'),
  'manager.value': reference('Manager/Key', 'User'),
  groups: reference('Groups/Key', 'SecurityGroup'),
  'groups.value': reference('Groups/Key', 'SecurityGroup'),
}

export const groupAttributes: Attributes = {
  ...common,
  id: reference('Key', 'SecurityGroup'),
  displayname: field('Name'),
  members: reference('Members/Key', 'User'),
  'members.value': reference('Members/Key', 'User'),
}

/** Fields by which resources are sorted. */
export const sortFields: Readonly<Record<string, readonly string[]>> = {
  username: ['UserName', 'Email'],
  displayname: ['DisplayName'],
  'name.formatted': ['DisplayName'],
  'name.givenname': ['FirstName'],
  'name.familyname': ['LastName'],
  emails: ['Email'],
  'emails.value': ['Email'],
  'meta.created': ['CreationDate'],
  'meta.lastmodified': ['LastModifyDate'],
}

export function conditionOf(filter: Filter, attributes: Attributes, negated = false): Compiled {
  if (filter.kind === 'not') return conditionOf(filter.of, attributes, !negated)
  if (filter.kind === 'and' || filter.kind === 'or') {
    const parts = filter.of.map(part => conditionOf(part, attributes, negated))
    return joined((filter.kind === 'and') !== negated, parts)
  }
  const attribute = attributes[filter.attribute]
  if (!attribute) return invalid('invalidFilter', `${filter.attribute} is no attribute that can be compared.`)
  return filter.kind === 'present' ? attribute('ne', null, negated) : attribute(filter.operator, filter.value, negated)
}

/** The conditions joined by and, or by or, without those that always hold or never do. */
function joined(all: boolean, parts: readonly Compiled[]): Compiled {
  const rest: Condition[] = []
  for (const part of parts) {
    if (typeof part !== 'boolean') rest.push(part)
    else if (part !== all) return part
  }
  if (rest.length === 0) return all
  return rest.length === 1 ? (rest[0] as Condition) : { [all ? '$AND' : '$OR']: rest }
}
