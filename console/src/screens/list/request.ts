// Makes the request of a list from its state.
import { type Body, memberFor } from '../../api/envelope.ts'
import { namingScope } from '../../api/names.ts'
import { nearCondition, wordsCondition } from '../../api/search.ts'
import type { EntityFields } from '../../fields/entity-fields.ts'
import { escapePattern } from '../../fields/operators.ts'
import { followedWith } from '../../fields/owners.ts'
import { rightsScope } from '../../fields/rights.ts'
import { selectFields } from '../../fields/values.ts'
import { searchQueryOf } from '../../filter/criteria.ts'
import { conditionsOf, isRaw } from '../../filter/tree.ts'
import { type Column, orderOf, type Sort, sortFromText } from '../../table/columns.ts'
import type { ListRequest } from '../../table/windows.ts'
import type { ListDefinition } from './definition.ts'
import type { ListParams } from './state.ts'

/** Words of the search, at their beginnings; near ones; or the text anywhere in the name, which is slower. */
function searched(
  { q, any }: Pick<ListParams, 'q' | 'any'>,
  definition: ListDefinition,
  fields: EntityFields,
): Body | null {
  const text = q.trim()
  if (text === '') return null
  const isAnywhere = any === '1'
  if (!isAnywhere && fields.model.hasWords) {
    const hasReach = fields.all.some(({ kind, origin }) => kind === 'email' && !origin)
    return any === 'near' ? nearCondition(text) : wordsCondition(text, hasReach)
  }
  // A code such as the operation of a request takes no pattern.
  const isPattern = fields.model.field(definition.title)?.operators.includes('$LIKE')
  return {
    [isPattern ? definition.title : 'DisplayValue']: { $LIKE: `${isAnywhere ? '%' : ''}${escapePattern(text)}%` },
  }
}

export function sortsOf(definition: ListDefinition, { sort, q }: ListParams): readonly Sort[] {
  if (sort.length > 0) return sort
  // A search gives its first records at once in the order of keys; any other order needs all of them.
  return q.trim() === '' ? sortFromText(definition.sort) : []
}

/** Whether the list is in the order in which letters can jump. */
export const isInTitleOrder = (definition: ListDefinition, params: ListParams): boolean => {
  const [first] = sortsOf(definition, params)
  return first?.path === definition.title && !first.descending
}

function criteriaOf(definition: ListDefinition, params: ListParams, fields: EntityFields): Body {
  const conditions = [
    searched(params, definition, fields),
    searchQueryOf(params.filter, fields.of),
    params.from !== '' && isInTitleOrder(definition, params) ? { [definition.title]: { $GE: params.from } } : null,
  ].filter((one): one is Body => one !== null && Object.keys(one).length > 0)
  const [only = {}] = conditions
  return { SearchQuery: conditions.length > 1 ? { $AND: conditions } : only }
}

/** Ties of a descending order are descending too, so that an index read backwards gives both. */
function orderFor(definition: ListDefinition, params: ListParams, fields: EntityFields): ListRequest['order'] {
  const sorts = sortsOf(definition, params).filter(({ path }) => path === 'Key' || fields.of(path)?.sortable)
  const [only, ...others] = sorts
  const isBackwards = only?.descending === true && others.length === 0 && only.path !== 'Key'
  return orderOf(isBackwards ? [only, { path: 'Key', descending: true }] : sorts)
}

export function listRequest(
  definition: ListDefinition,
  params: ListParams,
  columns: readonly Column[],
  fields: EntityFields,
): ListRequest {
  const shown = columns.map(({ field }) => field)
  const looks = (definition.looks ?? []).flatMap(path => fields.of(path) ?? [])
  return {
    entity: memberFor(definition.entity),
    fields: {
      ...namingScope(fields.model.knownBy),
      ...selectFields([...shown, ...looks.filter(field => !shown.includes(field))]),
      ...rightsScope(fields.model),
    },
    criteria: criteriaOf(definition, params, fields),
    order: orderFor(definition, params, fields),
    knownBy: fields.model.knownBy,
    follows: followedWith([
      ...shown,
      ...conditionsOf(params.filter).map(one => (isRaw(one) ? undefined : fields.of(one.field))),
      ...params.sort.map(({ path }) => fields.of(path)),
    ]),
  }
}
