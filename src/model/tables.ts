// Derives the tables from the entity files: one for each entity, its side tables, and those of options and UDFs.
import { bareColumns, columnOf, type Entity } from '../entities/entity.ts'
import { entities } from '../entities/index.ts'
import { externalKeyTable } from '../fields/kinds/external-keys.ts'
import { type Column, column, required, type Table, type TablesOf, table, tenant } from '../storage/table.ts'
import { matchKeyTable } from './match-keys.ts'

/** The side table of a many-valued field. */
export const listTableOf = (entity: Entity, fieldColumn: string): string => `${entity.table}_${fieldColumn}`

function entityTables(entity: Entity): Table[] {
  const columns = new Map<string, Column>(bareColumns.map(c => [c.name, c]))
  const lists: Table[] = []
  for (const [name, field] of Object.entries(entity.fields)) {
    const own = columnOf(name, field)
    // Two fields may show one column (FullName and DisplayValue); the first one declares it.
    for (const c of field.columns(own)) if (!columns.has(c.name)) columns.set(c.name, c)
    if (field.list) lists.push(field.list(listTableOf(entity, own), entity.table))
  }
  for (const c of [...trackingColumns, ...(entity.hiddenColumns ?? [])])
    if (!columns.has(c.name)) columns.set(c.name, c)
  const main: Table = {
    name: entity.table,
    scope: entity.scope ?? 'database',
    ...(entity.scope === 'global' && { besideTenants: true }),
    columns: [...columns.values()],
    primaryKey: ['db', 'id'],
    indexes: entity.indexes ?? [],
    search: entity.searchWords !== undefined,
  }
  return [main, ...lists, ...(entity.sideTables ?? [])]
}

/** The columns of the recycle bin: `deleted` identifies the records that were deleted together. */
const trackingColumns: readonly Column[] = [
  column('deleted', 'text'),
  column('display', 'text'),
  column('display_f', 'text'),
]

/** The databases of the store: its tenants. The room accounts owns the table; the catalog reads the currency. */
export const databaseTable = table({
  name: 'database',
  scope: 'global',
  columns: [
    required('id', 'integer'),
    required('name', 'text'),
    required('name_f', 'text'),
    required('currency', 'text'),
    required('created', 'integer'),
    /** Decides when the days of triggers begin. */
    required('time_zone', 'text', 'UTC'),
    // The time at which the database was deleted. The row stays, so that its number is never reused.
    column('deleted', 'integer'),
    // Whether all its data was removed.
    required('cleared', 'flag', 0),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'name', columns: ['name_f'], unique: true }],
})

export const optionItemTable = table({
  name: 'option_item',
  scope: 'database',
  columns: [
    tenant,
    required('list', 'text'),
    required('item', 'integer'),
    required('name', 'text'),
    required('name_f', 'text'),
    required('position', 'integer'),
    required('inactive', 'flag', 0),
    column('extra', 'text'),
  ],
  primaryKey: ['db', 'list', 'item'],
})

/** The categories that a product is restricted to. */
export const productCategoryTable = table({
  name: 'product_category',
  scope: 'database',
  columns: [tenant, required('product', 'integer'), required('category', 'integer'), required('position', 'integer')],
  primaryKey: ['db', 'product', 'category'],
  indexes: [{ name: 'category', columns: ['db', 'category', 'product'] }],
})

export const udfTable = table({
  name: 'udf',
  scope: 'database',
  columns: [
    tenant,
    required('type_id', 'integer'),
    required('entity', 'text'),
    required('name', 'text'),
    required('name_f', 'text'),
    column('tag', 'text'),
    required('type', 'text'),
    required('attributes', 'text', '{}'),
    required('applies_to', 'text', '[]'),
    required('inactive', 'flag', 0),
    column('description', 'text'),
    column('requested_by', 'text'),
    required('always_mandatory', 'flag', 0),
    column('mandatory_rule', 'text'),
    column('folder', 'text'),
    column('folder_path', 'text'),
    required('version', 'integer', 1),
  ],
  primaryKey: ['db', 'type_id'],
})

/** Values of user-defined fields, each in the column of its type. */
const udfValueTable = table({
  name: 'udf_value',
  scope: 'database',
  columns: [
    tenant,
    required('owner', 'text'),
    required('type_id', 'integer'),
    column('text', 'text'),
    column('text_f', 'text'),
    column('number', 'real'),
    column('whole', 'integer'),
    column('amount', 'exact'),
    column('day', 'text'),
  ],
  primaryKey: ['db', 'owner', 'type_id'],
  indexes: (['text_f', 'number', 'whole', 'amount', 'day'] as const).map(name => ({
    name,
    columns: ['db', 'type_id', name, 'owner'] as const,
  })),
})

/** Chosen items of user-defined fields that take several. */
const udfItemTable = table({
  name: 'udf_item',
  scope: 'database',
  columns: [
    tenant,
    required('owner', 'text'),
    required('type_id', 'integer'),
    required('position', 'integer'),
    required('item', 'integer'),
  ],
  primaryKey: ['db', 'owner', 'type_id', 'item'],
  indexes: [{ name: 'item', columns: ['db', 'type_id', 'item', 'owner'] }],
})

/** The keys of records that were merged into others, for ever: each leads to the record that it was merged into. */
const recordAliasTable = table({
  name: 'record_alias',
  scope: 'database',
  columns: [
    tenant,
    required('id', 'text'),
    required('kind', 'text'),
    required('survivor', 'text'),
    /** What a Restore of the record takes back, as JSON; null once the record is purged. */
    column('journal', 'text'),
    required('at', 'integer'),
  ],
  primaryKey: ['db', 'id'],
  indexes: [{ name: 'survivor', columns: ['db', 'survivor'] }],
})

/** The next number of something that counts up within a database: options of a list, UDFs, cases. */
const counterTable = table({
  name: 'counter',
  scope: 'database',
  columns: [tenant, required('name', 'text'), required('value', 'integer')],
  primaryKey: ['db', 'name'],
})

/**
 * How far a rebuild of the word index has come in each table: its step, and the key after which that step goes on. Rows are
 * removed when the rebuild has done all tables.
 */
const reindexTable = table({
  name: 'reindex',
  scope: 'database',
  columns: [tenant, required('entity', 'text'), required('step', 'text'), required('after', 'text')],
  primaryKey: ['db', 'entity'],
})

const declared = [
  optionItemTable,
  productCategoryTable,
  udfTable,
  udfValueTable,
  udfItemTable,
  externalKeyTable,
  matchKeyTable,
  recordAliasTable,
  counterTable,
  reindexTable,
]

export type ModelTables = TablesOf<[typeof databaseTable, ...typeof declared]>

export const tables: readonly Table[] = [...entities.flatMap(entityTables), ...declared]
