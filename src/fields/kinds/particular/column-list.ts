// Checks the columns of a column setup: each has all four members, and their identifiers are unique.
import { isObject, member, nameOf } from '../../../base/text/json.ts'
import { at, wrongType } from '../../checks.ts'
import type { ParseContext } from '../../field.ts'

const members = { ID: 'string', Header: 'string', Template: 'string', Width: 'number' } as const

/** The field of a Template such as `{{Address/City}}`; null for another text. */
export function fieldOfTemplate(text: string): string | null {
  if (!text.startsWith('{{') || !text.endsWith('}}')) return null
  const field = text.slice(2, -2).trim()
  return field === '' || /[{}]/.test(field) ? null : field
}

/** A rule of the entity, which knows the model, checks whether a Template names a field of the setup's EntityType. */
export function checkColumns(value: unknown, context: ParseContext): unknown[] | null {
  if (!Array.isArray(value)) {
    wrongType(context, 'an array of columns', value)
    return null
  }
  const before = context.problems.count
  const seen = new Set<string>()
  const columns = value.map((element, i) => checkColumn(element, at(context, `[${i}]`), seen))
  return context.problems.count === before ? columns : null
}

function checkColumn(element: unknown, context: ParseContext, seen: Set<string>): Record<string, unknown> {
  if (!isObject(element)) {
    wrongType(context, 'an object with ID, Header, Template and Width', element)
    return {}
  }
  const column: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(members)) {
    const sent = member(element, name)
    const here = `${context.path}.${name}`
    if (sent === undefined || sent === null)
      context.problems.add('Required', here, `${here} is mandatory for each column.`)
    else if (typeof sent !== type)
      context.problems.add('WrongType', here, `${here} takes a ${type}, not ${nameOf(sent)}.`)
    else column[name] = sent
  }
  for (const key of Object.keys(element)) {
    if (!Object.keys(members).some(name => name.toLowerCase() === key.toLowerCase())) {
      context.problems.add(
        'UnknownField',
        `${context.path}.${key}`,
        `${context.path}.${key} is unknown; a column has ID, Header, Template and Width.`,
      )
    }
  }
  if (typeof column.ID === 'string') {
    if (seen.has(column.ID))
      context.problems.add('AlreadyExists', `${context.path}.ID`, `${context.path}.ID "${column.ID}" is used twice.`)
    seen.add(column.ID)
  }
  if (typeof column.Template === 'string' && fieldOfTemplate(column.Template) === null) {
    context.problems.add(
      'InvalidValue',
      `${context.path}.Template`,
      `${context.path}.Template is a field in double curly brackets, such as {{CompanyName}}.`,
    )
  }
  if (typeof column.Width === 'number' && column.Width < 0) {
    context.problems.add('InvalidValue', `${context.path}.Width`, `${context.path}.Width must not be negative.`)
  }
  return column
}
