// Parses the members of a Read: scope, criteria, order, page, groups.
import { type Problem, Problems, reworded } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import { inMemoryLimits } from '../../config/limits.ts'
import type { GivenCondition, ParsedCondition } from '../../query/parse/condition.ts'
import { parseCondition } from '../../query/parse/parse-condition.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { checkSections } from '../member-names.ts'

export interface ReadRequest {
  readonly fields: unknown
  readonly condition: ParsedCondition
  /** The conditions of other members of Criteria than SearchQuery. */
  readonly shortcuts: readonly GivenCondition[]
  readonly order: unknown
  readonly groups: unknown
  readonly top: number | null
  readonly pageSize: number | null
  readonly pageKey: unknown
  readonly deleted: boolean
  /** Near names are wanted where a $PHRASE finds nothing. */
  readonly suggest: boolean
  /** The problems so far; the plan adds to them, so that one answer names all. */
  readonly problems: Problems
}

type Section = Record<string, unknown>

const nothing: Section = {}

function section(content: EntityRequest['content'], name: string, problems: Problems): Section {
  const value = member(content as Section, name)
  if (value === undefined || value === null) return nothing
  if (isObject(value)) return value
  problems.add('InvalidRequest', name, `${name} is an object, not ${nameOf(value)}.`)
  return nothing
}

function countOf(holder: Section, name: string, path: string, most: number, problems: Problems): number | null {
  const value = member(holder, name)
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  if (typeof value !== 'number') problems.add('WrongType', path, `${path} is a whole number, not ${nameOf(value)}.`)
  else problems.add('LimitExceeded', path, `${path} is a whole number from 1 to ${most} (limit read-records).`)
  return null
}

/** Paths have the documented spelling and begin inside the entity member; `respell` adapts them to the request. */
export function parseRead(request: EntityRequest, context: OperationContext): ReadRequest {
  const { limits } = context
  const problems = new Problems()
  checkSections(request, problems)
  const { entity, content } = request
  const criteria = section(content, 'Criteria', problems)
  const order = section(content, 'OrderBy', problems)
  const shortcuts = shortcutsIn(criteria, entity.entity.criteria ?? nothing)
  const options = section(content, 'Options', problems)
  const groups = member(section(content, 'GroupBy', problems), 'Fields')
  return {
    fields: member(section(content, 'Scope', problems), 'Fields'),
    condition: parseSearchQuery(member(criteria, 'SearchQuery'), shortcuts, request, context, problems),
    shortcuts,
    order: member(order, 'Fields'),
    groups: groups === null || (Array.isArray(groups) && groups.length === 0) ? undefined : groups,
    top: countOf(criteria, 'Top', 'Criteria.Top', limits.readRecords, problems),
    pageSize: countOf(order, 'PageSize', 'OrderBy.PageSize', limits.readRecords, problems),
    pageKey: member(order, 'PageKey') ?? null,
    deleted: member(options, 'Deleted') === true,
    suggest: member(options, 'Suggest') === true,
    problems,
  }
}

export function parseSearchQuery(
  query: unknown,
  shortcuts: readonly GivenCondition[],
  { entity }: EntityRequest,
  { limits, catalog }: OperationContext,
  problems: Problems,
): ParsedCondition {
  const within = entity === catalog.model.schema ? inMemoryLimits(limits) : limits
  return parseCondition(query, 'Criteria.SearchQuery', within, problems, shortcuts)
}

/** The conditions of other members of Criteria; null means no condition. */
function shortcutsIn(criteria: Section, known: Readonly<Record<string, unknown>>): GivenCondition[] {
  return Object.entries(known).flatMap(([name, path]) => {
    const value = member(criteria, name)
    if (value === undefined || value === null || value === '') return []
    return [{ name: path as string, value, path: `Criteria.${name}` }]
  })
}

export const searchQueryOf = ({ content }: EntityRequest): unknown =>
  member(section(content, 'Criteria', new Problems()), 'SearchQuery')

/** Rewrites a problem with the spelling of the request: `abEntry.criteria.top`. */
export function respell(problem: Problem, { member: entity, content }: EntityRequest): Problem {
  const [, sectionName = '', inner = '', rest = ''] = /^(\w*)(?:\.(\w+))?(.*)$/s.exec(problem.path) ?? []
  const own = spelling(content, sectionName)
  const holder = content[own]
  const steps = [entity, own, inner && isObject(holder) ? spelling(holder, inner) : inner].filter(step => step !== '')
  const path = steps.join('.') + rest
  if (problem.path === '') return { ...problem, path }
  const message = reworded(problem.message, text => text.replaceAll(problem.path, path))
  return { ...problem, path, message }
}

const spelling = (object: Readonly<Section>, name: string): string =>
  Object.keys(object).find(key => key.toLowerCase() === name.toLowerCase()) ?? name
