// Records in History what a write changed in Schema: definitions of fields, and items of option lists.
import type { RecordOperation } from '../../entities/entity.ts'
import { schemaKind } from '../../entities/index.ts'
import type { Catalog } from '../../model/catalog.ts'
import { type SchemaRow, schemaRows } from '../../model/schema-rows.ts'
import type { Item } from '../../options/option-set.ts'
import { productList } from '../../options/products.ts'
import type { OperationContext } from '../context.ts'
import { changedMembers, differ, recordHistory } from '../record/record-history.ts'
import type { RowStore } from '../rows/row-store.ts'

/** One row of History for each Schema row that differs. A list that several fields share is in the history of each of them. */
export async function recordSchemaHistory(
  rows: RowStore,
  context: OperationContext,
  before: Catalog,
  after: Catalog,
): Promise<void> {
  const [old, now] = [describedRows(before), describedRows(after)]
  for (const path of new Set([...old.keys(), ...now.keys()])) {
    const changes = changesBetween(old.get(path), now.get(path))
    if (changes.length === 0) continue
    const operation: RecordOperation = !old.has(path) ? 'Create' : now.has(path) ? 'Update' : 'Delete'
    const written = JSON.stringify(operation === 'Delete' ? [] : changes)
    await recordHistory(rows, context, { entity: schemaKind, record: path, operation, version: null, changes: written })
  }
}

interface RowDescription {
  readonly members: Readonly<Record<string, unknown>>
  /** By key. */
  readonly items: ReadonlyMap<unknown, Item>
}

const none: RowDescription = { members: {}, items: new Map() }

/** The rows that an administrator can change, by absolute path. */
function describedRows(catalog: Catalog): Map<string, RowDescription> {
  const changeable = schemaRows(catalog.model).filter(row => row.udf !== null || listOf(row) !== null)
  return new Map(changeable.map(row => [`/${row.entity}/${row.path}`, describe(row, catalog)]))
}

/** The option list of a field; null for sub-fields, which show the list of their field. */
const listOf = ({ source, path, udf }: SchemaRow): string | null =>
  source !== null && 'list' in source && (udf !== null || !path.includes('/')) ? source.list : null

function describe(row: SchemaRow, catalog: Catalog): RowDescription {
  const { udf } = row
  const list = listOf(row)
  const items = list === null ? [] : itemsOfList(catalog, list)
  const members = udf && {
    Name: udf.name,
    Type: udf.type,
    AppliesTo: udf.appliesTo,
    TAG: udf.tag,
    Description: udf.description,
    RequestedBy: udf.requestedBy,
    Folder: udf.folder?.path ?? null,
    Attributes: udf.attributes,
    Inactive: udf.inactive,
    AlwaysMandatory: udf.alwaysMandatory,
    Mandatory: udf.mandatoryRule === null ? null : { Rule: udf.mandatoryRule },
  }
  return { members: members ?? {}, items: new Map(items.map(item => [item.Key, item])) }
}

/** Names only items that differ, since a list may have thousands. */
function changesBetween(old: RowDescription = none, now: RowDescription = none): ReturnType<typeof changedMembers> {
  const changes = changedMembers(old.members, now.members)
  const Before = [...old.items.values()].filter(item => differ(item, now.items.get(item.Key)))
  const After = [...now.items.values()].filter(item => differ(item, old.items.get(item.Key)))
  if (Before.length + After.length === 0) return changes
  return [...changes, { Field: 'Items', Before: orNull(Before), After: orNull(After) }]
}

const orNull = (items: readonly Item[]): readonly Item[] | null => (items.length === 0 ? null : items)

/** The items with their members in Schema, and with the categories of a product. */
const itemsOfList = (catalog: Catalog, list: string): readonly Item[] =>
  catalog.list(list).items.map(({ key, name, inactive, extra }) => {
    const categories = list === productList ? catalog.associations.get(key) : undefined
    return {
      Key: String(key),
      Value: name,
      Inactive: inactive,
      ...extra,
      ...(categories ? { AssociatedCategories: categories.map(String) } : {}),
    }
  })
