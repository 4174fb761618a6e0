// Defines Field, what the console knows of a field of an entity, and Kind, the contract of every kind of field.
import type { ComponentType } from 'react'
import type { OperatorName } from './operators.ts'
import { fold } from './parts/fold.ts'

export interface Field {
  readonly entity: string
  /** From the entity on: `FullName`, `Address/City`, `Udf/$TYPEID(7)`. */
  readonly path: string
  readonly label: string
  /** The label of the field that this one is a part of, such as Address. */
  readonly group: string | null
  readonly description: string
  readonly kind: KindName
  readonly sortable: boolean
  /** Can be written by Update; `createOnly` ones by Create alone. */
  readonly writable: boolean
  readonly createOnly: boolean
  readonly nullable: boolean
  readonly mandatory: boolean
  /** The Types of record for which it is mandatory; all that it applies to when empty. */
  readonly mandatoryFor: readonly string[]
  readonly appliesTo: readonly string[]
  /** The server's operators, `$EQ` and so on. */
  readonly queryable: readonly string[]
  readonly hasOptions: boolean
  /** The entities whose records it refers to. */
  readonly refersTo: readonly string[]
  /** What an element of a list has besides its key: the Role of a member. */
  readonly elementMembers: readonly string[]
  /** What a write names, where that is another member: a reference `Parent` is written as `ParentKey`. */
  readonly writeAs: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly inactive: boolean
  readonly userDefined: boolean
  /** The field itself, where this is that of the record that a record belongs to, with the label of the reference. */
  readonly origin?: { readonly label: string; readonly field: Field }
}

export type KindName =
  | 'text'
  | 'suggested'
  | 'option'
  | 'options'
  | 'date'
  | 'dateTime'
  | 'day'
  | 'number'
  | 'money'
  | 'flag'
  | 'user'
  | 'reference'
  | 'references'
  | 'tags'
  | 'color'
  | 'phone'
  | 'email'
  | 'address'
  | 'access'
  | 'location'
  | 'key'
  | 'secret'
  | 'recurrence'
  | 'json'

/** Something that Scope.Fields takes for a field. */
export type Selector = 1 | { readonly [member: string]: Selector } | readonly [Selector]

export interface ShownProps {
  readonly field: Field
  readonly value: unknown
}

export interface EditorProps extends ShownProps {
  /** The record that the value belongs to, for fields whose options depend on others. */
  readonly record: Readonly<Record<string, unknown>>
  /** Takes a value in the form in which it is read: it is shown until the server has answered. */
  onChange(value: unknown): void
  /** The person is done: the last change counts, or none of them. */
  onDone(how: 'commit' | 'cancel'): void
  readonly autoFocus?: boolean
  readonly invalid?: boolean
  /** The id of the text that describes what is wrong. */
  readonly describedBy?: string
}

export interface FilterEditorProps {
  readonly field: Field
  readonly operator: OperatorName
  readonly values: readonly string[]
  onChange(values: readonly string[]): void
}

/** What a kind of field does with values. */
export interface ValueKind {
  select(field: Field): Selector
  /** The value as text: in cells without a form of their own, in CSV and for screen readers. */
  text(value: unknown, field: Field): string
  /** What a write sends for a value that was read or edited; the value itself unless said. */
  write?(value: unknown, field: Field): unknown
  /** What filters can ask, in the order of a menu; the server's list narrows it. */
  readonly operators: readonly OperatorName[]
  /** Which words the operators have, where the plain ones do not fit. */
  readonly words?: 'dates' | 'lists'
  /** A value of a filter, which is text in the URL, as the literal of a criterion, and back. */
  literal?(value: string): unknown
  literalText?(literal: unknown): string | null
  /** Many people add to the list: an edit of many records adds elements or takes them away. */
  readonly byElement?: boolean
  readonly width: number
  readonly alignRight?: boolean
  /** Values can be added up. */
  readonly adds?: boolean
  /** By what records with the same value are grouped; nothing where groups would say little. */
  readonly groupsBy?: GroupsBy
}

/** The key of an option, a user or a record; a text; yes and no; or the month of a date. */
type GroupsBy = 'key' | 'text' | 'flag' | 'month'

/** One kind of field: how it is asked for, shown, edited and filtered. Nothing outside asks which kind a field has. */
export interface Kind extends ValueKind {
  /** One line of a table. */
  readonly Cell?: ComponentType<ShownProps>
  /** The value on a page of its record. */
  readonly View?: ComponentType<ShownProps>
  readonly Editor?: ComponentType<EditorProps>
  readonly FilterEditor?: ComponentType<FilterEditorProps>
  /** The values of a condition for people. */
  readonly FilterText?: ComponentType<Omit<FilterEditorProps, 'onChange'>>
}

/** The member of an object that may be null. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** The items of a list that may be null. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The text of a member, or nothing. */
export function memberText(value: unknown, name: string): string {
  const found = memberOf(value, name)
  return found === null || found === undefined ? '' : String(found)
}

/** The label of a field with that of the field that it is a part of: `Address · City`. */
export const fullLabel = ({ group, label }: Field): string => (group === null ? label : `${group} · ${label}`)

/** What stands over a column: the city of the client is not that of the record. */
export const headingOf = (field: Field): string => (field.origin ? fullLabel(field) : field.label)

/** Of use to programs, or the same as another field: saved views may have them, menus do not offer them. */
const notOffered = new Set([
  ...['Key', 'Version', 'DeletedDate', 'DeletedBy', 'ExternalKeys', 'SecStatus'],
  ...['SalesProcess', 'CurrentSalesStage', 'RecurrenceKey', 'IconType', 'MergedInto'],
])

/** Whether menus offer the field to people. */
export const isOffered = ({ path, origin }: Field): boolean =>
  origin !== undefined || !notOffered.has(path.split('/')[0] ?? '')

/** Whether a person who types this text looks for the field. */
export const isMeant = (field: Field, text: string): boolean => fold(fullLabel(field)).includes(fold(text))

/** What is shown of a value that the server sent with its DisplayValue. */
export const shownText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(shownText).filter(Boolean).join(', ')
  return typeof value === 'object' ? memberText(value, 'DisplayValue') : String(value)
}
