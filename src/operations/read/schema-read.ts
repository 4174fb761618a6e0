// Reading Schema: the rows that describe the model, filtered, ordered and shown as Scope asks.
import type { Caller } from '../../accounts/caller.ts'
import { digestOf } from '../../base/digest.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { fold } from '../../base/fold.ts'
import { isObject, member } from '../../base/json.ts'
import type { Catalog } from '../../model/catalog.ts'
import { type SchemaRow, schemaRows } from '../../model/schema-rows.ts'
import { fixedList } from '../../options/fixed-list.ts'
import { itemList } from '../../options/item-list.ts'
import type { Item, Shape } from '../../options/option-set.ts'
import { includes, pick, readSelector, type Selection, selectAll } from '../../options/select.ts'
import { parseCondition } from '../../query/parse/parse-condition.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { absolutePath, findMember, relativePath, rowTest } from './schema-criteria.ts'

const shape: Shape = {
  Key: true,
  Alias: true,
  Type: true,
  Name: true,
  AppliesTo: true,
  Sortable: true,
  Nullable: true,
  Assignable: true,
  Queryable: true,
  Mandatory: true,
  Attributes: 'open',
  HasOption: true,
  DisplayValue: true,
  Inactive: true,
  Description: true,
  TAG: true,
  AlwaysMandatory: true,
  Items: { Key: true, Value: true, DisplayValue: true, Inactive: true },
}

/** Gives what stands under the entity's name in the answer. */
export async function readSchema(request: EntityRequest, context: OperationContext): Promise<object> {
  const problems = new Problems()
  const selection = readScope(request, problems)
  const rows = orderRows(filterRows(request, context, problems), request, problems)
  const page = readPage(request, context, problems)
  problems.throwIfAny()
  const { catalog, absoluteSchemaKeys } = context
  const shown = rows.slice(page.start, page.end).map(row => pick(itemOf(row, catalog, absoluteSchemaKeys), selection))
  if (!page.paged) return { Data: shown }
  return { Data: shown, PageKey: page.end < rows.length ? `${page.query}.${page.end}` : null }
}

/** The key of a row as this request's Compatibility spells it. */
export const schemaKey = (row: SchemaRow, absolute: boolean, path = row.path): string =>
  absolute ? absolutePath(row, path) : relativePath(row, path)

function itemOf(row: SchemaRow, catalog: Catalog, absolute: boolean): Item {
  const item = {
    Key: schemaKey(row, absolute),
    Alias: row.aliases.map(alias =>
      row.path === '' ? `${absolute ? '/' : ''}${alias}` : schemaKey(row, absolute, alias),
    ),
    Type: row.type,
    Name: row.name,
    AppliesTo: row.appliesTo,
    Sortable: row.sortable,
    Nullable: row.nullable,
    Assignable: row.assignable,
    Queryable: row.queryable,
    Mandatory: row.mandatory,
    Attributes: row.attributes,
    HasOption: row.source !== null,
    DisplayValue: row.displayValue,
    Inactive: row.inactive,
    Description: row.description === '' ? null : row.description,
    TAG: row.udf?.tag ?? null,
    AlwaysMandatory: row.mandatory === true,
  }
  // Most reads do not ask for them.
  return Object.defineProperty(item, 'Items', { get: () => itemsOf(row, catalog) })
}

function itemsOf({ source }: SchemaRow, catalog: Catalog): readonly Item[] | null {
  if (source === null || 'provider' in source) return null
  return ('list' in source ? itemList(catalog, source.list) : fixedList(source.items)).items
}

function readScope({ member: name, content }: EntityRequest, problems: Problems): Selection {
  const scope = member(content, 'Scope')
  const fields = isObject(scope) ? member(scope, 'Fields') : undefined
  const path = `${name}.Scope.Fields`
  if (includes(fields)) return selectAll(shape)
  const selection = fields === undefined ? null : readSelector(fields, shape, path, problems)
  if (selection) return selection
  if (problems.list.length === 0) problems.add('InvalidRequest', path, `${path} says which fields to show: 1 is all.`)
  return []
}

function filterRows(request: EntityRequest, context: OperationContext, problems: Problems): readonly SchemaRow[] {
  const { model } = context.catalog
  const criteria = member(request.content, 'Criteria')
  const query = isObject(criteria) ? member(criteria, 'SearchQuery') : undefined
  const parsed = parseCondition(query, `${request.member}.Criteria.SearchQuery`, context.limits, problems)
  const test = rowTest(parsed, model, problems)
  return schemaRows(model).filter(test)
}

/** In the order of the model unless OrderBy says otherwise; rows without a value come last. */
function orderRows(rows: readonly SchemaRow[], request: EntityRequest, problems: Problems): readonly SchemaRow[] {
  const orderBy = member(request.content, 'OrderBy')
  const fields = isObject(orderBy) ? member(orderBy, 'Fields') : undefined
  if (fields === undefined || fields === null) return rows
  const path = `${request.member}.OrderBy.Fields`
  const keys = (Array.isArray(fields) ? fields : [fields]).flatMap((element, i) => {
    if (!isObject(element)) {
      problems.add('InvalidRequest', `${path}[${i}]`, `${path}[${i}] takes an object such as {"Name": "ASC"}.`)
      return []
    }
    return Object.entries(element).flatMap(([name, direction]) => {
      const here = `${path}[${i}].${name}`
      const found = problems.try(() => findMember(name, here))
      const word = typeof direction === 'string' ? direction.toUpperCase() : ''
      if (word !== 'ASC' && word !== 'DESC') problems.add('InvalidRequest', here, `${here} is "ASC" or "DESC".`)
      return found ? [{ value: (row: SchemaRow) => found.values(row)[0], sign: word === 'DESC' ? -1 : 1 }] : []
    })
  })
  return rows.toSorted((a, b) => {
    for (const { value, sign } of keys) {
      const [x, y] = [value(a), value(b)]
      if (x === y) continue
      if (x === undefined || y === undefined) return x === undefined ? 1 : -1
      return String(x) < String(y) ? -sign : sign
    }
    return fold(absolutePath(a)) < fold(absolutePath(b)) ? -1 : 1
  })
}

interface Page {
  readonly start: number
  readonly end: number
  readonly paged: boolean
  /** What a page key is bound to. */
  readonly query: string
}

function readPage(request: EntityRequest, context: OperationContext, problems: Problems): Page {
  const { content, member: name } = request
  const criteria = member(content, 'Criteria')
  const orderBy = member(content, 'OrderBy')
  const query = queryDigest(content, context.caller)
  const limit = context.limits.readRecords
  const count = (holder: unknown, member_: string, path: string): number | undefined => {
    const value = isObject(holder) ? member(holder, member_) : undefined
    if (value === undefined || value === null) return undefined
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limit) return value
    problems.add('LimitExceeded', path, `${path} is a whole number from 1 to ${limit}.`)
    return undefined
  }
  const top = count(criteria, 'Top', `${name}.Criteria.Top`)
  const size = count(orderBy, 'PageSize', `${name}.OrderBy.PageSize`)
  const key = isObject(orderBy) ? (member(orderBy, 'PageKey') ?? null) : null
  const start = key === null ? 0 : pageStart(key, query, `${name}.OrderBy.PageKey`, problems)
  const paged = size !== undefined || key !== null
  return { start, end: start + Math.min(top ?? Number.MAX_SAFE_INTEGER, size ?? Number.MAX_SAFE_INTEGER), paged, query }
}

function pageStart(key: unknown, query: string, path: string, problems: Problems): number {
  const match = typeof key === 'string' ? /^([\w-]+)\.(\d{1,9})$/.exec(key) : null
  if (match?.[1] === query) return Number(match[2])
  problems.try(() => refuse('InvalidPageKey', path, `${path} is damaged, or belongs to another query.`))
  return 0
}

function queryDigest(content: EntityRequest['content'], { db }: Caller): string {
  const [criteria, orderBy] = [member(content, 'Criteria'), member(content, 'OrderBy')]
  const query = isObject(criteria) ? member(criteria, 'SearchQuery') : null
  const fields = isObject(orderBy) ? member(orderBy, 'Fields') : null
  return digestOf(JSON.stringify([db, query ?? null, fields ?? null])).slice(0, 22)
}
