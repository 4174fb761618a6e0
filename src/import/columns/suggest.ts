// Suggests the field of each column, by its heading in several languages and systems, and by its content.
import { fold } from '../../base/text/fold.ts'
import { isWritable, offeredFields } from '../../contracts/part-facts.ts'
import { itemsByName } from '../../fields/option-source.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ModelEntity, ModelField } from '../../model/model.ts'
import { udfPath } from '../../model/udf.ts'
import { findUser } from '../mapping/convert.ts'
import { headingsOf } from './aliases.ts'
import type { ColumnFacts } from './column-facts.ts'

/** More than this share of a column's values decides what it has. */
const most = 0.6

/** The heading without blanks and punctuation, in lower case and without accents. */
const bare = (heading: string): string => fold(heading).replace(/[^\p{L}\p{N}/]/gu, '')

/** The path for each column, by its name. A path is suggested once, for the column that has most values of equal rank. */
export function suggestionsOf(
  columns: readonly ColumnFacts[],
  entity: ModelEntity,
  catalog: Catalog,
): ReadonlyMap<string, string> {
  const suggestions = new Suggestions(columns)
  for (const column of columns) {
    const exact = exactPath(entity, column.name)
    if (exact !== null) suggestions.give(column, exact)
  }
  for (const [path, headings] of headingsOf(entity.name)) suggestions.byHeading(path, headings)
  for (const field of offeredFields(entity).filter(one => one.udf !== null || isWritable(entity, one)))
    suggestions.byHeading(pathOf(field), spellingsOf(field))
  for (const column of columns)
    if (exactPath(entity, column.name) === null) suggestions.dropUsers(column, entity, catalog)
  if (entity.name === 'AbEntry') nameCompany(suggestions, columns)
  byContent(suggestions, columns, entity, catalog)
  return suggestions.byColumn
}

class Suggestions {
  readonly byColumn = new Map<string, string>()
  readonly #given = new Set<string>()
  readonly #byHeading: ReadonlyMap<string, readonly ColumnFacts[]>

  constructor(columns: readonly ColumnFacts[]) {
    this.#byHeading = Map.groupBy(columns, ({ name }) => bare(name).replaceAll('/', ''))
  }

  has(path: string): boolean {
    return this.#given.has(path.toLowerCase())
  }

  give({ name }: ColumnFacts, path: string): void {
    if (this.byColumn.has(name) || this.has(path)) return
    this.byColumn.set(name, path)
    this.#given.add(path.toLowerCase())
  }

  /** Columns with values come before empty ones. */
  byHeading(path: string, headings: readonly string[]): void {
    if (this.has(path)) return
    const found = headings.flatMap(heading =>
      (this.#byHeading.get(heading) ?? []).filter(({ name }) => !this.byColumn.has(name)),
    )
    const column = found.find(({ filled }) => filled > 0) ?? found[0]
    if (column) this.give(column, path)
  }

  /** Users of another system are none of this one: their column would refuse each row. */
  dropUsers({ name, values }: ColumnFacts, entity: ModelEntity, catalog: Catalog): void {
    const source = entity.field(this.byColumn.get(name) ?? '')?.field.optionSource
    if (!source || !('provider' in source) || source.provider !== 'users' || !values || values.length === 0) return
    if (!values.some(value => findUser(value, catalog) !== undefined)) this.byColumn.delete(name)
  }

  rename(from: string, to: string): void {
    for (const [column, path] of this.byColumn) if (path === from) this.byColumn.set(column, to)
    this.#given.add(to.toLowerCase())
  }
}

/** The path that a heading spells: `Address/City`. A record's own key is none, since it is one of another database. */
function exactPath(entity: ModelEntity, heading: string): string | null {
  const [first = '', ...rest] = heading.trim().split('/')
  const field = entity.field(heading.trim()) ?? entity.field(first)
  if (!field || field.name === 'Key' || (!field.field.parse && rest.length === 0)) return null
  if (field.field.traits.readOnly && rest.length === 0) return null
  return rest.length === 0 || field.udf ? pathOf(field) : [field.name, ...rest].join('/')
}

const pathOf = (field: ModelField): string => (field.udf ? udfPath(field.udf) : field.name)

const spellingsOf = ({ name, udf, field }: ModelField): string[] =>
  (udf ? [udf.name] : [name, ...(field.traits.aliases ?? [])]).map(bare)

/** Beside names of persons, a company is where they work; without them, a name is that of a company. */
function nameCompany(suggestions: Suggestions, columns: readonly ColumnFacts[]): void {
  const hasPersons = ['FirstName', 'LastName'].some(path => suggestions.has(path))
  if (suggestions.has('Parent/CompanyName')) return
  const isCompanyList = !hasPersons && !suggestions.has('Position') && !suggestions.has('Email')
  if (hasPersons || (suggestions.has('FullName') && suggestions.has('CompanyName')))
    suggestions.rename('CompanyName', 'Parent/CompanyName')
  else if (isCompanyList && !suggestions.has('CompanyName')) suggestions.rename('FullName', 'CompanyName')
  // A full name beside its parts says nothing more.
  if (!hasPersons) return
  for (const { name } of columns) if (suggestions.byColumn.get(name) === 'FullName') suggestions.byColumn.delete(name)
}

function byContent(
  suggestions: Suggestions,
  columns: readonly ColumnFacts[],
  entity: ModelEntity,
  catalog: Catalog,
): void {
  const free = (paths: readonly string[]) => paths.find(path => entity.field(path) && !suggestions.has(path))
  const withOptions = fieldsWithOptions(entity, catalog)
  for (const column of columns) {
    if (column.filled === 0 || suggestions.byColumn.has(column.name)) continue
    const path = contentPath(column, free) ?? optionField(column, withOptions, suggestions)
    if (path !== null && path !== undefined) suggestions.give(column, path)
  }
}

function contentPath(
  { filled, emails, addresses }: ColumnFacts,
  free: (paths: readonly string[]) => string | undefined,
) {
  if (emails / filled > most) return free(['Email', 'Email2', 'Email3'])
  return addresses / filled > most ? free(['Website']) : undefined
}

interface FieldWithOptions {
  readonly path: string
  /** By their folded names. */
  readonly options: ReadonlyMap<string, unknown>
}

/** Fields whose values are one of several options. */
const fieldsWithOptions = (entity: ModelEntity, catalog: Catalog): FieldWithOptions[] =>
  offeredFields(entity).flatMap(field => {
    const source = field.field.optionSource
    if (!source || !isWritable(entity, field)) return []
    const options =
      'list' in source ? catalog.list(source.list).byName : 'items' in source ? itemsByName(source.items) : null
    return options && options.size > 2 ? [{ path: pathOf(field), options }] : []
  })

/** The field whose options have all values of the column; it must be the only one. */
function optionField(
  { values }: ColumnFacts,
  fields: readonly FieldWithOptions[],
  suggestions: Suggestions,
): string | null {
  if (!values || values.length === 0) return null
  const folded = values.map(fold)
  const fitting = fields.filter(
    ({ path, options }) => folded.every(value => options.has(value)) && !suggestions.has(path),
  )
  const [only] = fitting
  return only && fitting.length === 1 ? only.path : null
}
