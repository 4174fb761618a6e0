// Checks the layout of key fields: groups in one of two columns, each with fields and separators.
import { isObject, member } from '../../../base/text/json.ts'
import { at, checkNames, checkText, invalid, wrongType } from '../../checks.ts'
import type { ParseContext } from '../../field.ts'

/** A field of a group, or a separator if it has no ID. The service writes `Field`, which describes the field. */
export interface LayoutElement {
  readonly ID: string | null
  readonly Description: string | null
  readonly Field?: unknown
}

export interface LayoutGroup {
  readonly Name: string | null
  readonly ColumnNo: 0 | 1
  readonly Element: readonly LayoutElement[]
}

const textOf = (holder: Record<string, unknown>, name: string, max: number, context: ParseContext): string | null =>
  checkText(member(holder, name) ?? null, max, at(context, name)) ?? null

function checkElement(value: unknown, context: ParseContext): LayoutElement[] {
  if (!isObject(value)) {
    wrongType(context, 'an object with ID and Description', value)
    return []
  }
  checkNames(value, ['ID', 'Description', 'Field'], context)
  return [{ ID: textOf(value, 'ID', 500, context), Description: textOf(value, 'Description', 255, context) }]
}

function checkGroup(value: unknown, context: ParseContext): LayoutGroup[] {
  if (!isObject(value)) {
    wrongType(context, 'an object with Name, ColumnNo and Element', value)
    return []
  }
  checkNames(value, ['Name', 'ColumnNo', 'Element'], context)
  const number = member(value, 'ColumnNo') ?? 0
  if (number !== 0 && number !== 1) invalid(at(context, 'ColumnNo'), 'is 0 or 1')
  const sent = member(value, 'Element') ?? []
  const list = Array.isArray(sent) ? sent : [sent]
  const Element = list.flatMap((element, i) => checkElement(element, at(at(context, 'Element'), `[${i}]`)))
  return [{ Name: textOf(value, 'Name', 120, context), ColumnNo: number === 1 ? 1 : 0, Element }]
}

/** A rule of the entity, which knows the model, checks whether an ID names a field. */
export function checkLayout(value: unknown, context: ParseContext): unknown[] | null {
  const before = context.problems.count
  const list = value === null ? [] : Array.isArray(value) ? value : [value]
  const groups = list.flatMap((group, i) => checkGroup(group, at(context, `[${i}]`)))
  return context.problems.count > before ? null : groups
}
