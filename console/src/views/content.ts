// Converts between a saved view and what the address of a list holds: filter, order, columns.
import type { Row } from '../api/envelope.ts'
import type { EntityFields } from '../fields/entity-fields.ts'
import { filterOfQuery, searchQueryOf } from '../filter/criteria.ts'
import { type Group, noFilter } from '../filter/tree.ts'
import { filterText } from '../filter/url.ts'
import { type ColumnChoice, columnsText, orderOf, type Sort, sortText } from '../table/columns.ts'
import { type Summary, summariesFromText, summariesText } from '../table/summaries.ts'

/** What a view is about; the rest of a list, such as the search, is not part of it. */
export interface ViewContent {
  readonly filter: Group
  readonly sort: readonly Sort[]
  readonly columns: readonly ColumnChoice[]
  /** The path of the field by which records are grouped; empty without groups. */
  readonly group: string
  readonly sums: readonly Summary[]
}

export const noContent: ViewContent = { filter: noFilter, sort: [], columns: [], group: '', sums: [] }

/** The members of View that hold the content. */
export const membersOf = ({ filter, sort, columns, group, sums }: ViewContent, fields: EntityFields): Row => ({
  Criteria: { SearchQuery: searchQueryOf(filter, fields.of) },
  OrderBy: orderOf(sort),
  Layout: group === '' && sums.length === 0 ? null : { Group: group, Sums: summariesText(sums) },
  Columns: columns.map(({ path, width }) => ({ Field: path, ...(width === undefined ? {} : { Width: width }) })),
})

export function contentOf(view: Row, fields: EntityFields): ViewContent {
  const criteria = (view.Criteria ?? {}) as { SearchQuery?: Record<string, unknown> }
  const order = (view.OrderBy ?? []) as readonly Record<string, string>[]
  const columns = (view.Columns ?? []) as readonly { Field: string; Width?: number | null }[]
  const layout = (view.Layout ?? {}) as { Group?: unknown; Sums?: unknown }
  return {
    group: String(layout.Group ?? ''),
    sums: summariesFromText(String(layout.Sums ?? '')),
    filter: filterOfQuery(criteria.SearchQuery ?? {}, fields.of),
    sort: order.flatMap(one =>
      Object.entries(one).map(([path, direction]) => ({ path, descending: /^desc/i.test(direction) })),
    ),
    columns: columns.map(({ Field, Width }) =>
      typeof Width === 'number' && Width > 0 ? { path: Field, width: Width } : { path: Field },
    ),
  }
}

/** Two contents with the same text are the same. */
export const contentText = ({ filter, sort, columns, group, sums }: ViewContent): string =>
  [filterText(filter), sortText(sort), columnsText(columns), group, summariesText(sums)].join('\n')
