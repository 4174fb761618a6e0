// Answers questions about a part whatever its shape is: what renders it, what it is compared by, what is inside it.
import type { OptionSource } from './option-source.ts'
import type { Area, Operand, Output, Part, RecordPart, Source, SubParts, ValuePart } from './part.ts'

const none: SubParts = new Map()

/** A value or a record: it has an operand or may have one. */
const isShown = (part: Part): part is ValuePart | RecordPart => part.shape === 'value' || part.shape === 'record'

/** What selector 1 gives; undefined where the part is selected another way, or not at all. */
export const outputOfPart = (part: Part): Output | undefined =>
  isShown(part) || part.shape === 'jsonList' ? part.output : undefined

/** What the part is compared by; undefined where it cannot be, and of a list, whose elements are. */
export const operandOfPart = (part: Part): Operand | undefined => (isShown(part) ? part.operand : undefined)

/** The sub-fields of the part itself; those of a list are in its element. */
export const subParts = (part: Part): SubParts => ('parts' in part ? part.parts : none)

/** The columns that are all null where the part is; undefined where its output says so. */
export const presenceOf = (part: Part): readonly Source[] | undefined => {
  if (part.shape === 'jsonList') return [part.source]
  return isShown(part) ? part.presence : undefined
}

export const areaOf = (part: Part): Area | undefined => (part.shape === 'value' ? part.area : undefined)

/** The options that a sub-field has of its own. */
export const ownOptions = (part: Part): OptionSource | undefined =>
  isShown(part) || part.shape === 'list' ? part.optionSource : undefined

/** Whether a single value may also be selected as an array of one: every record may. */
export const readsAsArray = (part: Part): boolean =>
  part.shape === 'record' || (part.shape === 'value' && part.arrayOfOne === true)

/** The elements of a list, and any other part itself. */
export const elementOf = (part: Part): Part => (part.shape === 'list' ? part.element : part)

/** The part that criteria mean when they name this one. */
export const asSearched = (part: Part): Part => (part.shape === 'value' ? (part.searchAs ?? part) : part)

/** The part that order and groups mean when they name this one: a list of one element at most is that element. */
export const asOrdered = (part: Part): Part => (part.shape === 'list' ? (part.single ?? part) : part)
