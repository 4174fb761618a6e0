// Makes the request of an export: the columns of a list as a table with the headings that the list shows.
import { type Body, envelope } from '../../api/envelope.ts'
import { amongNames, type KnownBy } from '../../api/names.ts'
import { fullLabel, type Selector } from '../../fields/field.ts'
import { valueKindOf } from '../../fields/value-kinds.ts'
import type { Column } from '../../table/columns.ts'

export type ExportFormat = 'xlsx' | 'spreadsheet' | 'csv' | 'ndjson' | 'vcard'

/** The formats of an entity, the usual one first. */
export const formatsOf = (entity: string): readonly ExportFormat[] =>
  entity === 'AbEntry' ? ['xlsx', 'spreadsheet', 'vcard', 'csv', 'ndjson'] : ['xlsx', 'spreadsheet', 'csv', 'ndjson']

export const endingOf: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'xlsx',
  spreadsheet: 'csv',
  csv: 'csv',
  ndjson: 'ndjson',
  vcard: 'vcf',
}

/** Formats whose columns have headings. */
const tables: readonly ExportFormat[] = ['xlsx', 'spreadsheet', 'csv']

/** Which records are exported. */
export interface ExportedRecords {
  /** As the request spells it. */
  readonly entity: string
  readonly knownBy: KnownBy
  readonly order: readonly Body[]
  readonly criteria: Body
  /** Of those that match, only the records with these names; all of them when it is null. */
  readonly keys: readonly string[] | null
}

/** The path and the body of an export. */
export function exportRequest(
  format: ExportFormat,
  { entity, knownBy, order, criteria, keys }: ExportedRecords,
  columns: readonly Column[],
): { readonly path: string; readonly body: Body } {
  const shown = columns.map(({ field }) => ({ field, selector: exported(valueKindOf(field).select(field)) }))
  const query = new URLSearchParams({ format })
  if (tables.includes(format)) {
    for (const { field, selector } of shown)
      for (const heading of headingsOf(fullLabel(field), selector)) query.append('heading', heading)
  }
  const content = {
    Scope: { Fields: Object.fromEntries(shown.map(({ field, selector }) => [field.path, selector])) },
    Criteria: keys === null ? criteria : { SearchQuery: amongNames(keys, knownBy) },
    ...(order.length > 0 ? { OrderBy: { Fields: order } } : {}),
  }
  return { path: `export/v1?${query}`, body: envelope({ [entity]: content }) }
}

/** Values that programs compute with stay values; of everything else comes the text that people see. */
function exported(selector: Selector): Selector {
  if (selector === 1) return 1
  if (Array.isArray(selector)) return [exported(selector[0])]
  const members = selector as Readonly<Record<string, Selector>>
  if (members.Value !== undefined) {
    return members.CurrencyCode === undefined ? { Value: 1 } : { Value: 1, CurrencyCode: 1 }
  }
  if (members.DisplayValue !== undefined) return { DisplayValue: 1 }
  return Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, exported(inner)]))
}

/** One heading for each column that the selector makes; the first of several has the label alone where it is the value. */
function headingsOf(label: string, selector: Selector): readonly string[] {
  const inner = Array.isArray(selector) ? selector[0] : selector
  if (inner === 1) return [label]
  const names = Object.keys(inner)
  return names.map(name => (name === 'Value' || name === 'DisplayValue' ? label : `${label} · ${name}`))
}
