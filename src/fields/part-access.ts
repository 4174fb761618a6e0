// Accesses members of a part independently of its shape: its output, its operand, its sub-parts.
import type { OptionSource } from './option-source.ts'
import type { Area, Operand, Output, Part, RecordPart, Source, SubParts, ValuePart } from './part.ts'

const none: SubParts = new Map()

/** A value or a record, which may have an operand. */
const isShown = (part: Part): part is ValuePart | RecordPart => part.shape === 'value' || part.shape === 'record'

/** The output of selector 1; undefined where the part is selected in another way, or cannot be. */
export const outputOfPart = (part: Part): Output | undefined =>
  isShown(part) || part.shape === 'jsonList' ? part.output : undefined

/** The operand of the part; undefined where it cannot be compared, and for a list, whose elements are compared. */
export const operandOfPart = (part: Part): Operand | undefined => (isShown(part) ? part.operand : undefined)

/** The sub-fields of the part itself; those of a list are in its element. */
export const subParts = (part: Part): SubParts => ('parts' in part ? part.parts : none)

/** The columns that are all null where the part is null; undefined where its output decides. */
export const presenceOf = (part: Part): readonly Source[] | undefined => {
  if (part.shape === 'jsonList') return [part.source]
  return isShown(part) ? part.presence : undefined
}

export const areaOf = (part: Part): Area | undefined => (part.shape === 'value' ? part.area : undefined)

export const ownOptions = (part: Part): OptionSource | undefined =>
  isShown(part) || part.shape === 'list' ? part.optionSource : undefined

/** Whether a single value may also be selected as an array of one: every record may. */
export const readsAsArray = (part: Part): boolean =>
  part.shape === 'record' || (part.shape === 'value' && part.arrayOfOne === true)

/** The elements of a list, and any other part itself. */
export const elementOf = (part: Part): Part => (part.shape === 'list' ? part.element : part)

/** The part that criteria on this part compare. */
export const asSearched = (part: Part): Part => (part.shape === 'value' ? (part.searchAs ?? part) : part)

/** The part that order and groups use: for a list of at most one element, that element. */
export const asOrdered = (part: Part): Part => (part.shape === 'list' ? (part.single ?? part) : part)
