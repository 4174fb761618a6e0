// Declares the state of a list in its address: view, search, filter, order, columns, letter, open record.
import type { EntityFields } from '../../fields/entity-fields.ts'
import { type Group, noFilter } from '../../filter/tree.ts'
import { filterFromText, filterText } from '../../filter/url.ts'
import {
  type Column,
  type ColumnChoice,
  columnsFromText,
  columnsOf,
  columnsText,
  type Sort,
  sortFromText,
  sortText,
} from '../../table/columns.ts'
import { type Summary, summariesFromText, summariesText } from '../../table/summaries.ts'
import { choiceParam, textParam, type Values } from '../../ui/addresses/params.ts'
import type { ListDefinition } from './definition.ts'

export const listParams = {
  view: textParam<string>(''),
  q: textParam<string>(''),
  /** What is typed may stand anywhere in the name, not only at the beginning of a word; or may have typing errors. */
  any: choiceParam(['', '1', 'near']),
  filter: { fallback: noFilter as Group, read: filterFromText, write: filterText },
  sort: { fallback: [] as readonly Sort[], read: sortFromText, write: sortText },
  cols: { fallback: [] as readonly ColumnChoice[], read: columnsFromText, write: columnsText },
  /** The field by which records are grouped. */
  group: textParam<string>(''),
  /** What columns come to. */
  sums: { fallback: [] as readonly Summary[], read: summariesFromText, write: summariesText },
  from: textParam<string>(''),
  open: textParam<string>(''),
  /** The form for a new record is open. */
  new: choiceParam(['', '1']),
}

export type ListParams = Values<typeof listParams>

/** How many columns an entity without a definition begins with. */
const plainColumns = 7

/** Fields of which a list of any entity says little. */
const seldom = new Set([
  'Key',
  'Version',
  'DisplayValue',
  'SecStatus',
  'SecAccess',
  'DeletedBy',
  'DeletedDate',
  'Creator',
  'ModifiedBy',
])

function startColumns({ title, columns }: ListDefinition, fields: EntityFields): readonly ColumnChoice[] {
  if (columns !== '') return columnsFromText(columns)
  const others = fields.all.filter(field => field.group === null && !seldom.has(field.path) && field.kind !== 'secret')
  return [{ path: title }, ...others.slice(0, plainColumns).map(({ path }) => ({ path }))]
}

/** The columns shown: those of the address, or those that the list begins with. The title is always the first. */
export function columnsIn(
  definition: ListDefinition,
  cols: readonly ColumnChoice[],
  fields: EntityFields,
): readonly Column[] {
  const chosen = columnsOf(cols.length > 0 ? cols : startColumns(definition, fields), fields.of)
  const title = chosen.find(({ field }) => field.path === definition.title)
  const rest = chosen.filter(column => column !== title)
  return [...(title ? [title] : columnsOf([{ path: definition.title, width: 240 }], fields.of)), ...rest]
}
