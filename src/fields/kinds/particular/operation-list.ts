// Checks the operations of a workflow action: the field that each changes, how, and the value.
import { isObject, member } from '../../../base/text/json.ts'
import { at, checkNames, checkText, invalid, wrongType } from '../../checks.ts'
import type { ParseContext } from '../../field.ts'
import type { FixedItem } from '../../option-source.ts'

/** The values of Type of an operation. */
export const operationTypes = { set: 1, clear: 2, add: 3 } as const

export const operationTypeItems: readonly FixedItem[] = [
  { key: operationTypes.set, name: 'Set, or go to' },
  { key: operationTypes.clear, name: 'Clear' },
  { key: operationTypes.add, name: 'Add to' },
]

export interface ActionOperation {
  /** Null in a branch. */
  readonly FieldName: string | null
  readonly Type: number
  readonly Data: unknown
}

const limits = { operations: 50, pathLength: 200, dataLength: 4_000 }
const names = ['FieldName', 'Type', 'Data'] as const

/** A rule of the entity, which knows the model, checks whether a FieldName names a field. */
export function checkOperations(value: unknown, context: ParseContext): ActionOperation[] | null {
  if (!Array.isArray(value)) return wrongType(context, 'an array of operations', value)
  if (value.length > limits.operations) return invalid(context, `has at most ${limits.operations} operations`)
  const before = context.problems.count
  const operations = value.map((element, i) => checkOperation(element, at(context, `[${i}]`)))
  return context.problems.count > before ? null : operations.filter(operation => operation !== null)
}

function checkOperation(value: unknown, context: ParseContext): ActionOperation | null {
  if (!isObject(value)) return wrongType(context, `an object with ${names.join(', ')}`, value)
  checkNames(value, names, context)
  const FieldName = checkText(member(value, 'FieldName') ?? null, limits.pathLength, at(context, 'FieldName')) ?? null
  const Data = member(value, 'Data') ?? null
  if (JSON.stringify(Data).length > limits.dataLength)
    invalid(at(context, 'Data'), `is JSON of at most ${limits.dataLength} characters`)
  return { FieldName, Type: typeOf(member(value, 'Type'), at(context, 'Type')), Data }
}

function typeOf(sent: unknown, context: ParseContext): number {
  const known = operationTypeItems.find(({ key }) => String(key) === String(sent ?? operationTypes.set))
  if (!known) invalid(context, `is ${operationTypeItems.map(({ key, name }) => `${key} (${name})`).join(', ')}`)
  return Number(known?.key)
}
