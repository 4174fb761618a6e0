// Declares for each kind of field how its values are selected, written, read as text, and compared by filters.
import {
  type Field,
  itemsOf,
  type KindName,
  memberOf,
  memberText,
  type Selector,
  shownText,
  type ValueKind,
} from './field.ts'
import { readableMentions } from './parts/mentions.ts'
import { decimalText, exactNumber } from './parts/numerals.ts'
import { periodLiteral, periodText } from './parts/periods.ts'
import { recurringIn, writtenRecurrence } from './parts/recurrence.ts'

const named = { Key: 1, DisplayValue: 1 } as const
const formatted = { Value: 1, DisplayValue: 1 } as const

const writeMember =
  (name: string) =>
  (value: unknown): unknown =>
    memberOf(value, name) ?? null

const writeKeys = (value: unknown): unknown => itemsOf(value).map(item => memberText(item, 'Key'))

const selectEach = (members: readonly string[]): Readonly<Record<string, Selector>> =>
  Object.fromEntries(members.map(member => [member, 1]))

/** The members of an object, of which empty ones are written as null. */
const writeParts = (value: unknown, parts: readonly string[]): unknown =>
  value === null || value === undefined
    ? null
    : Object.fromEntries(parts.map(part => [part, memberText(value, part) || null]))

/** Keys are text or numbers; both stand in the URL as text. */
const keyText = (literal: unknown): string | null =>
  typeof literal === 'string' || typeof literal === 'number' ? String(literal) : null

const textOperators = ['has', 'hasnt', 'starts', 'ends', 'is', 'not', 'empty', 'filled'] as const
const oneOperators = ['in', 'nin', 'empty', 'filled'] as const
const listFilter = { operators: ['in', 'all', 'nin', 'empty', 'filled'], words: 'lists' } as const
const numberFilter = {
  operators: ['is', 'not', 'gt', 'ge', 'lt', 'le', 'between', 'empty', 'filled'],
  literal: (value: string): unknown => Number(value),
  literalText: (literal: unknown): string | null => (typeof literal === 'number' ? String(literal) : null),
} as const
const dateFilter = {
  operators: ['is', 'last', 'next', 'ago', 'lt', 'gt', 'ge', 'le', 'between', 'empty', 'filled'],
  words: 'dates',
  literal: periodLiteral,
  literalText: periodText,
} as const

export const addressParts = ['AddressLine1', 'AddressLine2', 'City', 'StateProvince', 'ZipCode', 'Country'] as const
const phoneParts = ['Number', 'Extension', 'Description'] as const
export const accessRights = ['Read', 'Write'] as const

/** The users and groups that have a right, by key and name. */
export function principalsOf(value: unknown, right: string): readonly { key: string; label: string }[] {
  return itemsOf(memberOf(value, right)).map(item => ({
    key: memberText(item, 'Key') || String(item),
    label: shownText(item),
  }))
}

/** The text in the `Value` of a key that comes with its entity, or the key itself. */
export const keyValueText = (value: unknown): string => memberText(value, 'Value') || shownText(value)

/** The text of a value that has no form of its own: its DisplayValue, or its JSON. */
export function jsonText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = shownText(value)
  return text !== '' && text !== '[object Object]' ? text : JSON.stringify(value)
}

function degreesText(value: unknown, name: string): string {
  const degrees = memberOf(value, name)
  return typeof degrees === 'number' ? degrees.toFixed(4) : ''
}

/** An amount alone keeps the currency of the record. What is no amount is sent as it is, so that the server refuses it with a reason. */
function writeMoney(value: unknown, { hasOptions }: Field): unknown {
  const amount = memberOf(value, 'Value')
  if (amount === null || amount === undefined) return null
  const decimal = decimalText(String(amount))
  const Value = decimal === null ? amount : exactNumber(decimal)
  const CurrencyCode = memberText(value, 'CurrencyCode')
  return hasOptions && CurrencyCode !== '' ? { Value, CurrencyCode } : Value
}

/** The server gives an element that comes without its other members their defaults, so they are sent back unchanged. */
const writeElements = (value: unknown, { elementMembers }: Field): unknown =>
  elementMembers.length === 0
    ? writeKeys(value)
    : itemsOf(value).map(item => ({
        Key: memberText(item, 'Key'),
        ...Object.fromEntries(elementMembers.map(name => [name, memberOf(item, name) ?? null])),
      }))

/** The default number, which alone has a MaxLength, is written as text; a numbered one is an object. */
function writePhone(value: unknown, { attributes }: Field): unknown {
  if (value === null || value === undefined) return null
  return attributes.MaxLength === undefined ? writeParts(value, phoneParts) : memberText(value, 'Number')
}

const dateKind = {
  select: () => formatted,
  text: shownText,
  write: writeMember('Value'),
  ...dateFilter,
  width: 130,
  groupsBy: 'month',
} as const

export const valueKinds = {
  text: {
    select: () => 1,
    text: value => readableMentions(shownText(value)),
    operators: textOperators,
    width: 200,
    groupsBy: 'text',
  },
  suggested: { select: () => 1, text: shownText, operators: textOperators, width: 160, groupsBy: 'text' },
  secret: { select: () => 1, text: () => '', operators: [], width: 120 },
  recurrence: {
    select: () => ({ Key: 1, Pattern: 1, Range: 1 }),
    text: value => recurringIn(value)?.type ?? '',
    write: writtenRecurrence,
    operators: ['empty', 'filled'],
    width: 180,
  },
  json: { select: () => 1, text: jsonText, operators: ['empty', 'filled'], width: 180 },
  option: {
    select: () => named,
    text: shownText,
    write: writeMember('Key'),
    operators: oneOperators,
    literalText: keyText,
    width: 140,
    groupsBy: 'key',
  },
  options: {
    select: () => [named],
    text: shownText,
    write: writeKeys,
    ...listFilter,
    literalText: keyText,
    width: 200,
  },
  user: {
    select: () => named,
    text: shownText,
    write: writeMember('Key'),
    operators: oneOperators,
    width: 170,
    groupsBy: 'key',
  },
  reference: {
    // Where there are several entities, the member that is set says which one it is.
    select: ({ refersTo }) => ({ ...named, ...(refersTo.length > 1 ? selectEach(refersTo) : {}) }),
    text: shownText,
    write: writeMember('Key'),
    operators: oneOperators,
    width: 190,
    groupsBy: 'key',
  },
  references: {
    select: ({ elementMembers }) => [{ ...named, ...selectEach(elementMembers) }],
    text: shownText,
    write: writeElements,
    ...listFilter,
    width: 200,
  },
  tags: {
    select: () => [{ ...named, Color: 1 }],
    text: shownText,
    write: writeKeys,
    ...listFilter,
    byElement: true,
    width: 180,
  },
  color: {
    select: () => named,
    text: shownText,
    write: writeMember('Key'),
    operators: [],
    width: 120,
  },
  key: {
    // A key of one of several entities comes with its entity.
    select: ({ refersTo }) => (refersTo.length > 1 ? { Value: 1, EntityType: 1 } : 1),
    text: keyValueText,
    write: value => memberOf(value, 'Value') ?? value ?? null,
    operators: oneOperators,
    width: 200,
  },
  date: dateKind,
  day: dateKind,
  dateTime: {
    select: () => formatted,
    text: shownText,
    write: writeMember('Value'),
    ...dateFilter,
    width: 180,
    groupsBy: 'month',
  },
  number: {
    select: () => formatted,
    text: shownText,
    write: writeMember('Value'),
    ...numberFilter,
    width: 100,
    alignRight: true,
    adds: true,
  },
  money: {
    select: () => ({ ...formatted, CurrencyCode: 1 }),
    text: shownText,
    write: writeMoney,
    ...numberFilter,
    width: 140,
    alignRight: true,
    adds: true,
  },
  flag: {
    select: () => formatted,
    text: shownText,
    write: writeMember('Value'),
    operators: ['yes', 'no', 'empty', 'filled'],
    width: 90,
    groupsBy: 'flag',
  },
  phone: {
    select: () => ({ ...selectEach(phoneParts), DisplayValue: 1 }),
    text: shownText,
    write: writePhone,
    operators: textOperators,
    width: 160,
  },
  email: {
    select: () => ({ Address: 1, DisplayValue: 1 }),
    text: shownText,
    write: writeMember('Address'),
    operators: textOperators,
    width: 220,
  },
  address: {
    select: () => ({ ...selectEach(addressParts), DisplayValue: 1 }),
    text: shownText,
    write: value => writeParts(value, addressParts),
    operators: [],
    width: 260,
  },
  access: {
    select: () => ({ Read: [named], Write: [named] }),
    text: value => accessRights.flatMap(right => principalsOf(value, right).map(({ label }) => label)).join(', '),
    write: value =>
      Object.fromEntries(accessRights.map(right => [right, principalsOf(value, right).map(({ key }) => key)])),
    operators: [],
    width: 180,
  },
  location: {
    select: () => ({ Longitude: 1, Latitude: 1 }),
    text: value => [degreesText(value, 'Latitude'), degreesText(value, 'Longitude')].filter(Boolean).join(', '),
    operators: [],
    width: 150,
  },
} satisfies Readonly<Record<KindName, ValueKind>>

export const valueKindOf = ({ kind }: Pick<Field, 'kind'>): ValueKind => valueKinds[kind]
