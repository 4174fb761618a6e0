// What a Read asks for, taken out of the entity member: scope, criteria, order, page, groups.
import { Problems } from '../base/errors.ts'
import { isObject, member, nameOf } from '../fields/checks.ts'
import type { ParsedCondition } from '../query/parse/condition.ts'
import { parseCondition } from '../query/parse/parse-condition.ts'
import type { EntityRequest, OperationContext } from './context.ts'

export interface ReadRequest {
  readonly fields: unknown
  readonly condition: ParsedCondition
  readonly order: unknown
  readonly groups: unknown
  readonly top: number | null
  readonly pageSize: number | null
  readonly pageKey: unknown
  readonly deleted: boolean
  /** What was wrong so far; the plan adds to it, so that one answer names everything. */
  readonly problems: Problems
}

type Section = Readonly<Record<string, unknown>>

function section(content: Section, name: string, problems: Problems): Section {
  const value = member(content, name)
  if (value === undefined || value === null) return {}
  if (isObject(value)) return value
  problems.add('InvalidRequest', name, `${name} is an object, not ${nameOf(value)}.`)
  return {}
}

export function parseRead(request: EntityRequest, context: OperationContext): ReadRequest {
  const problems = new Problems()
  const { content } = request
  const criteria = section(content, 'Criteria', problems)
  const order = section(content, 'OrderBy', problems)
  const count = (holder: Section, name: string, path: string): number | null => {
    const value = member(holder, name)
    if (value === undefined || value === null) return null
    const limit = context.limits.readRecords
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limit) return value
    if (typeof value !== 'number') problems.add('WrongType', path, `${path} is a whole number, not ${nameOf(value)}.`)
    else problems.add('LimitExceeded', path, `${path} is a whole number from 1 to ${limit} (limit read-records).`)
    return null
  }
  const options = section(content, 'Options', problems)
  return {
    fields: member(section(content, 'Scope', problems) as Record<string, unknown>, 'Fields'),
    condition: parseCondition(
      member(criteria as Record<string, unknown>, 'SearchQuery'),
      'Criteria.SearchQuery',
      context.limits,
      problems,
    ),
    order: member(order as Record<string, unknown>, 'Fields'),
    groups: member(section(content, 'GroupBy', problems) as Record<string, unknown>, 'Fields'),
    top: count(criteria, 'Top', 'Criteria.Top'),
    pageSize: count(order, 'PageSize', 'OrderBy.PageSize'),
    pageKey: member(order as Record<string, unknown>, 'PageKey') ?? null,
    deleted: member(options as Record<string, unknown>, 'Deleted') === true,
    problems,
  }
}
