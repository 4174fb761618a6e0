// Answers lists of resources: filter, order and page (RFC 7644, 3.4.2).
import type { Caller } from '../accounts/caller.ts'
import type { OperationParts } from '../envelope/run.ts'
import { type Attributes, type Compiled, conditionOf, sortFields } from './condition.ts'
import { type DataRecord, readRecords, runMembers } from './data-call.ts'
import { asScimError, invalid, ScimError } from './errors.ts'
import { type Filter, parseFilter } from './filter.ts'
import { type Json, type Selection, selected } from './json.ts'

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export const pageLimits = { usual: 100, most: 200 } as const

interface ListQuery {
  readonly filter: string | null
  readonly sortBy: string | null
  readonly descending: boolean
  /** From 1. */
  readonly startIndex: number
  readonly count: number
}

/** The parameters of a list; a wrong number is refused. */
export function listQuery(query: URLSearchParams): ListQuery {
  const number = (name: string, usual: number): number => {
    const text = query.get(name)
    if (text === null || text === '') return usual
    return /^-?\d{1,9}$/.test(text) ? Number(text) : invalid('invalidValue', `${name} is a whole number.`)
  }
  return {
    filter: query.get('filter') || null,
    sortBy: query.get('sortBy') || null,
    descending: query.get('sortOrder')?.toLowerCase() === 'descending',
    startIndex: Math.max(1, number('startIndex', 1)),
    count: Math.min(pageLimits.most, Math.max(0, number('count', pageLimits.usual))),
  }
}

/** A kind of resource, as lists need it. */
export interface ListedKind {
  readonly entity: string
  readonly attributes: Attributes
  /** The field by which pages are ordered when no other is asked for. */
  readonly order: string
  readonly fields: object
  readonly show: (record: DataRecord) => Json
}

export async function listResources(
  parts: OperationParts,
  caller: Caller,
  kind: ListedKind,
  { filter, sortBy, descending, startIndex, count }: ListQuery,
  selection: Selection,
): Promise<object> {
  const parsed = filter === null ? null : parseFilter(filter)
  const condition: Compiled = parsed === null ? true : conditionOf(parsed, kind.attributes)
  const empty = { schemas: [listSchema], totalResults: 0, startIndex, itemsPerPage: 0, Resources: [] }
  if (condition === false) return empty
  const reads = { SearchQuery: condition === true ? {} : condition }
  const named = sortBy === null ? undefined : sortFields[sortBy.toLowerCase().split(':').at(-1) ?? '']
  const names = kind.entity === 'User' ? (named ?? []) : sortBy?.toLowerCase() === 'displayname' ? ['Name'] : []
  const Fields = [...names, kind.order].map(name => ({ [name]: descending ? 'DESC' : 'ASC' }))
  try {
    const counted = { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: reads }
    const [row] = await readRecords(parts, caller, kind.entity, counted)
    const totalResults = Number(row?.['$COUNT()'] ?? 0)
    if (count === 0 || startIndex > totalResults) return { ...empty, totalResults }
    const PageKey = await pageKeyAt(parts, caller, kind.entity, { Criteria: reads, Fields, skipped: startIndex - 1 })
    const page = { Scope: { Fields: kind.fields }, Criteria: reads, OrderBy: { Fields, PageSize: count, PageKey } }
    const found = (await readRecords(parts, caller, kind.entity, page)).map(kind.show)
    const exact = parsed === null ? found : found.filter(resource => isExact(parsed, resource))
    const total = exact.length < found.length ? exact.length : totalResults
    const Resources = exact.map(resource => selected(resource, selection))
    return { schemas: [listSchema], totalResults: total, startIndex, itemsPerPage: Resources.length, Resources }
  } catch (error) {
    const scim = asScimError(error)
    // Whatever a Read refuses is in the filter, the one part that the provider wrote.
    throw scim.status === 400 ? new ScimError(400, 'invalidFilter', scim.message) : scim
  }
}

/** Where the page behind so many records begins: records are skipped by their keys alone. */
async function pageKeyAt(
  parts: OperationParts,
  caller: Caller,
  entity: string,
  { Criteria, Fields, skipped }: { readonly Criteria: object; readonly Fields: readonly object[]; skipped: number },
): Promise<string | null> {
  let PageKey: string | null = null
  for (let left = skipped; left > 0; ) {
    const PageSize = Math.min(left, parts.limits.readRecords)
    const OrderBy = { Fields, PageSize, PageKey }
    const answer = await runMembers(parts, caller, 'Read', {
      [entity]: { Scope: { Fields: { Key: 1 } }, Criteria, OrderBy },
    })
    PageKey = answer[entity]?.PageKey ?? null
    if (PageKey === null) break
    left -= PageSize
  }
  return PageKey
}

/** Texts are compared here without accents; the question for one userName finds that one alone. */
function isExact(filter: Filter, { userName }: Json): boolean {
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.attribute !== 'username') return true
  return String(userName).normalize('NFC').toLowerCase() === String(filter.value).normalize('NFC').toLowerCase()
}
