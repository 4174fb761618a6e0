// Says which fields the actions of workflows change in the console, and converts their values from what is stored and to it.
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field, KindName } from '../fields/field.ts'
import { writtenValue } from '../fields/values.ts'
import type { Operation } from './definition.ts'

/** The values of Type of an operation. */
export const operationTypes = { set: 1, clear: 2, add: 3 } as const
export type OperationType = keyof typeof operationTypes

const settable: ReadonlySet<KindName> = new Set<KindName>([
  ...(['text', 'suggested', 'option', 'user', 'reference', 'flag', 'number', 'money', 'date', 'day'] as const),
  ...(['dateTime', 'email', 'phone'] as const),
])

const moments: ReadonlySet<KindName> = new Set<KindName>(['date', 'day', 'dateTime'])
const numbers: ReadonlySet<KindName> = new Set<KindName>(['number', 'money'])
/** Their values are read as an object with the key and the name. */
const picked: ReadonlySet<KindName> = new Set<KindName>(['option', 'user', 'reference'])

export const isMomentField = ({ kind }: Field): boolean => moments.has(kind)
export const isNumberField = ({ kind }: Field): boolean => numbers.has(kind)

/** The fields whose values the form of an action can edit. */
export const changeableIn = (fields: EntityFields): readonly Field[] =>
  fields.all.filter(field => field.writable && !field.inactive && settable.has(field.kind))

/** The moment at which an action happens, as a value of the field. */
export const momentOf = ({ kind }: Field): string => (kind === 'dateTime' ? '$NOW()' : '$TODAY()')

export const isMoment = (data: unknown): boolean => typeof data === 'string' && data.startsWith('$')

/** What can be done to the field. */
export const typesFor = (field: Field): readonly OperationType[] => [
  'set',
  ...(field.nullable ? (['clear'] as const) : []),
  ...(isMomentField(field) || isNumberField(field) ? (['add'] as const) : []),
]

/** An operation with another type keeps no value: what is added is another thing than what is set. */
export const withType = (operation: Operation, type: OperationType): Operation => ({
  ...operation,
  Type: operationTypes[type],
  Data: null,
})

/** A stored value in the form in which editors take it; `label` is the name of a picked one. */
export function readForm(field: Field, data: unknown, label: string | undefined): unknown {
  if (data === null || data === undefined) return null
  if (picked.has(field.kind)) return { Key: data, DisplayValue: label ?? String(data) }
  if (typeof data === 'object') return data
  if (field.kind === 'text' || field.kind === 'suggested') return data
  if (field.kind === 'email') return { Address: data, DisplayValue: String(data) }
  if (field.kind === 'phone') return { Number: data, DisplayValue: String(data) }
  return { Value: data, DisplayValue: String(data) }
}

export const storedForm = (field: Field, value: unknown): unknown => writtenValue(field, value)
