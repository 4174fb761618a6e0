// Checks the columns and the order of a view. A rule of the entity, which knows the model, checks the paths.
import { isObject, member, nameOf } from '../../../base/text/json.ts'
import { fixedLimits } from '../../../config/limits.ts'
import { at, invalid, wrongType } from '../../checks.ts'
import type { ParseContext } from '../../field.ts'

const mostColumns = 200

/** Applies `read` to each element of a list; null when one of them was refused. */
function checkList(
  value: unknown,
  context: ParseContext,
  most: number,
  read: (element: unknown, context: ParseContext) => object | null,
): object[] | null {
  if (!Array.isArray(value)) return wrongType(context, 'an array', value)
  if (value.length > most) return invalid(context, `has at most ${most} elements, not ${value.length}`)
  const found = value.map((element, i) => read(element, at(context, `[${i}]`)))
  return found.includes(null) ? null : (found as object[])
}

export const checkViewColumns = (value: unknown, context: ParseContext): object[] | null =>
  value === null ? [] : checkList(value, context, mostColumns, columnOf)

export const checkViewOrder = (value: unknown, context: ParseContext): object[] | null =>
  value === null ? [] : checkList(value, context, fixedLimits.orderKeys, orderOf)

function columnOf(element: unknown, context: ParseContext): object | null {
  if (!isObject(element)) return wrongType(context, 'an object with Field and Width', element)
  const other = Object.keys(element).find(name => !/^(field|width)$/i.test(name))
  const [Field, Width] = [member(element, 'Field'), member(element, 'Width')]
  if (other !== undefined) {
    context.problems.add(
      'UnknownField',
      `${context.path}.${other}`,
      `${context.path}.${other}: a column has Field and Width.`,
    )
    return null
  }
  if (typeof Field !== 'string' || Field === '') return wrongType(at(context, 'Field'), 'a path', Field)
  if (Width === undefined || Width === null) return { Field }
  if (typeof Width !== 'number') return wrongType(at(context, 'Width'), 'a number', Width)
  return Width < 0 ? invalid(at(context, 'Width'), 'must not be negative') : { Field, Width }
}

function orderOf(element: unknown, context: ParseContext): object | null {
  const [entry, ...others] = isObject(element) ? Object.entries(element) : []
  if (!entry || others.length > 0)
    return invalid(context, `is an object of one path, such as {"Name": "ASC"}, not ${nameOf(element)}`)
  const [path, direction] = entry
  const known = typeof direction === 'string' && /^(asc|desc)$/i.test(direction)
  return known ? { [path]: direction.toUpperCase() } : invalid(at(context, path), 'is ASC or DESC')
}
