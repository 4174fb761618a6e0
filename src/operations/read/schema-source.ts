// Provides the rows of Schema as rows in memory: one cell for each column that the fields of Schema name.
import { fold } from '../../base/text/fold.ts'
import { foldedPair } from '../../fields/kinds/text.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { Catalog } from '../../model/catalog.ts'
import { type SchemaRow, schemaRows } from '../../model/schema-rows.ts'
import { fixedList } from '../../options/fixed-list.ts'
import { itemList } from '../../options/item-list.ts'
import type { Item } from '../../options/option-set.ts'
import { type Cell, naturalOrder, type RowSource } from '../../query/memory/row-source.ts'
import type { OperationContext } from '../context.ts'
import { workflowOptionName } from '../workflows/option-names.ts'

type Cells = Readonly<Record<string, Cell>>

/** The cells that are the same in every request, by row; computed once for each model. */
const known = new WeakMap<SchemaRow, Cells>()

export const schemaSource = ({
  catalog,
  settings: { absoluteSchemaKeys },
}: OperationContext): RowSource<SchemaRow> => ({
  rows: schemaRows(catalog.model),
  cell: (row, column) => {
    if (column === 'key') return keyOf(row, absoluteSchemaKeys)
    if (column === 'alias') return JSON.stringify(row.aliases.map(alias => aliasOf(row, alias, absoluteSchemaKeys)))
    if (column === 'items') return itemsOf(row, catalog)
    return cellsOf(row)[column] ?? null
  },
})

function cellsOf(row: SchemaRow): Cells {
  let cells = known.get(row)
  if (!cells) {
    cells = makeCells(row)
    known.set(row, cells)
  }
  return cells
}

const makeCells = (row: SchemaRow): Cells => ({
  [naturalOrder]: row.position,
  key_f: fold(absolutePath(row, row.path)),
  key_spellings: spellings(row, [row.path, ...(row.path === '' ? [] : row.aliases)]),
  alias_f: row.aliases.flatMap(alias => [aliasOf(row, alias, true), alias]).map(fold),
  ...foldedPair('type', row.type),
  ...foldedPair('name', row.name),
  ...foldedPair('display_value', row.displayValue),
  ...foldedPair('description', row.description === '' ? null : row.description),
  ...foldedPair('tag', row.udf?.tag ?? null),
  ...foldedPair('folder', row.udf?.folder ? encodeKey('Folder', row.udf.folder.id) : null),
  ...foldedPair('requested_by', row.udf?.requestedBy ?? null),
  ...foldedPair('formula', null),
  applies_to: JSON.stringify(row.appliesTo),
  // The name of an entity means any of its types.
  applies_to_f: [...row.appliesTo, row.entity].map(fold),
  queryable: JSON.stringify(row.queryable),
  queryable_f: row.queryable.map(fold),
  sortable: Number(row.sortable),
  nullable: Number(row.nullable),
  assignable: Number(row.assignable),
  read_only: Number(!row.assignable),
  mandatory: Number(row.mandatory !== false),
  mandatory_json: JSON.stringify(row.mandatory),
  always_mandatory: Number(row.mandatory === true),
  attributes: JSON.stringify(row.attributes),
  has_option: Number(row.source !== null || workflowOptionName(row.entity, row.path) !== undefined),
  inactive: Number(row.inactive),
})

const absolutePath = ({ entity }: SchemaRow, path: string): string =>
  path === '' ? `/${entity}` : `/${entity}/${path}`
const relativePath = ({ entity }: SchemaRow, path: string): string => (path === '' ? entity : path)

const keyOf = (row: SchemaRow, absolute: boolean): string =>
  absolute ? absolutePath(row, row.path) : relativePath(row, row.path)

/** The alias of an entity is another name of the entity, and that of a field another path from the entity on. */
const aliasOf = ({ entity, path }: SchemaRow, alias: string, absolute: boolean): string => {
  if (!absolute) return alias
  return path === '' ? `/${alias}` : `/${entity}/${alias}`
}

/** The paths, absolute and relative. */
const spellings = (row: SchemaRow, paths: readonly string[]): string[] =>
  paths.flatMap(path => [absolutePath(row, path), relativePath(row, path)]).map(fold)

/** Null where the field has no list of options: those of a provider and records are read through FieldOptions alone. */
function itemsOf({ source }: SchemaRow, catalog: Catalog): string | null {
  if (source === null || 'provider' in source || 'records' in source) return null
  const { items } = 'list' in source ? itemList(catalog, source) : fixedList(source.items)
  return JSON.stringify(items.map(shownItem))
}

const shownItem = ({ Key, Value, DisplayValue, Inactive }: Item): Item => ({ Key, Value, DisplayValue, Inactive })
