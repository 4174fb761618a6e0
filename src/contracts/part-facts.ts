// Describes a field or sub-field for other programs: what a Read gives, what a write takes, by which operators it is found.
import type { Part } from '../fields/part.ts'
import { asSearched, elementOf, operandOfPart, readsAsArray, subParts } from '../fields/part-access.ts'
import type { OperatorName, ValueType } from '../fields/value-type.ts'
import type { ModelEntity, ModelField } from '../model/model.ts'

/** The JSON type of a value; `any` where it is not fixed. */
export type ValueKind = ValueType['name'] | 'object' | 'any'

export interface PartFacts {
  readonly name: string
  /** A list of elements, to which the other facts apply. */
  readonly isList: boolean
  /** A single value that may also be selected as an array of one. */
  readonly asArray: boolean
  /** What selector 1 gives; empty for a part that is never read. */
  readonly reads: readonly ValueKind[]
  /** What is written; null for a part that cannot be written. */
  readonly writes: readonly ValueKind[] | null
  /** The type and the operators of criteria; null for a part that criteria cannot name. */
  readonly compared: { readonly type: ValueType['name']; readonly operators: readonly OperatorName[] } | null
  /** The entity of a record, whose fields are further sub-fields. */
  readonly record: string | null
  readonly parts: readonly PartFacts[]
}

/** Fields that are offered: all but the user-defined ones that were made inactive. */
export const offeredFields = ({ all }: ModelEntity): ModelField[] =>
  all.filter(({ udf }) => udf === null || !udf.inactive)

export function isWritable({ entity: { operations } }: ModelEntity, { field }: ModelField): boolean {
  const written = operations.includes('Create') || operations.includes('Update')
  return written && field.parse !== undefined && field.traits.readOnly !== true
}

export const fieldFacts = (entity: ModelEntity, field: ModelField): PartFacts =>
  partFacts(field.part(entity.root), isWritable(entity, field), field.field.schema.type)

/** The fields that a Create must send, whatever Type the record has. */
export const requiredFields = (entity: ModelEntity): string[] =>
  offeredFields(entity)
    .filter(({ field }) => field.traits.required === true)
    .map(({ name }) => name)

/** `type` is that of the Schema row of a field; a sub-field has none. */
function partFacts(part: Part, writable: boolean, type: string | null): PartFacts {
  const isList = part.shape === 'list' || part.shape === 'jsonList'
  const element = elementOf(part)
  const compared = operandOfPart(elementOf(asSearched(part)))?.type
  const own = compared?.operators ?? []
  const operators: readonly OperatorName[] = isList && own.length > 0 ? [...new Set([...own, '$ALL' as const])] : own
  return {
    name: part.name,
    isList,
    asArray: readsAsArray(part),
    reads: element.shape === 'writeOnly' ? [] : readKinds(element, type),
    writes: writable ? writtenKinds(element) : null,
    compared: compared && operators.length > 0 ? { type: compared.name, operators } : null,
    record: element.shape === 'record' ? element.entity : null,
    // The key of an option is like the option itself: a number or a text.
    parts: [...subParts(element).values()].map(sub =>
      partFacts(sub, writable, sub.name === 'Key' ? optionType(type) : null),
    ),
  }
}

const optionType = (type: string | null): string | null => (type?.startsWith('EnumField') ? type : null)

function readKinds(element: Part, type: string | null): readonly ValueKind[] {
  if (element.name === 'DisplayValue') return ['text']
  const operand = operandOfPart(element)
  if (type?.startsWith('EnumField') && operand?.type.name === 'integer') return ['text', 'number']
  if (type === 'ObjectField') return element.shape === 'record' ? ['text', 'object'] : ['object']
  if (operand) return [operand.type.options?.by === 'name' ? 'text' : operand.type.name]
  if (element.shape === 'object' || subParts(element).size > 0) return type === 'StringField' ? ['text'] : ['object']
  return ['any']
}

/** Bare values and objects of sub-fields are both accepted. */
function writtenKinds(element: Part): readonly ValueKind[] {
  if (element.shape === 'jsonMember' || element.shape === 'jsonList') return ['any']
  const operand = operandOfPart(element)
  if (!operand && subParts(element).size === 0) return ['any']
  const bare: readonly ValueKind[] =
    operand && operand.type.name !== 'integer' ? [operand.type.name] : ['text', 'number']
  return subParts(element).size > 0 || element.shape === 'record' ? [...bare, 'object'] : bare
}
