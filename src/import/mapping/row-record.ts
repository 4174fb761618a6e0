// Makes the record that a row describes: the data of a write, its external key, and the records that it refers to.
import { fold } from '../../base/text/fold.ts'
import type { Catalog } from '../../model/catalog.ts'
import { textOf } from '../columns/column-facts.ts'
import type { SourceRow } from '../formats/source.ts'
import { convert, elementsOf, optionName, Unconvertible, withoutApostrophe } from './convert.ts'
import type { ColumnUse, Mapping } from './mapping.ts'
import type { Target } from './target.ts'

/** What is wrong with a row. */
export interface RowProblem {
  readonly Path: string
  readonly ErrorCode: number
  readonly Message: string
  readonly Column?: string
}

/** A record that a row refers to by a field or an external key of it. */
export interface RowReference {
  readonly target: Target
  readonly column: string
  /** The source of the external key; null for a field. */
  readonly source: string | null
  readonly value: string
}

export interface RowRecord {
  readonly data: Readonly<Record<string, unknown>>
  readonly external: { readonly Source: string; readonly Key: string } | null
  readonly references: readonly RowReference[]
  readonly problems: readonly RowProblem[]
}

const codes = { InvalidValue: -3004, UnknownOption: -3006 } as const

export function recordOf(row: SourceRow, mapping: Mapping, catalog: Catalog): RowRecord {
  const data: Record<string, unknown> = {}
  const problems: RowProblem[] = []
  const references: RowReference[] = []
  let external: RowRecord['external'] = null
  for (const use of mapping.uses) {
    const cell = row[use.at]
    const isEmpty = cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
    if (use.kind === 'field') {
      if (!isEmpty) putField(use, cell, { data, problems, catalog })
      else if (mapping.clearsEmpty && canClear(use.conversion.target)) data[use.conversion.target.path] = null
    } else if (!isEmpty) {
      const value = withoutApostrophe(textOf(cell))
      if (use.kind === 'external') external = { Source: use.source, Key: value }
      else references.push({ target: use.target, column: use.column, source: use.source, value })
    }
  }
  if (references.some(reference => repeatsCompany(data, reference))) delete data.CompanyName
  return { data, external, references, problems }
}

/** An export has the name of a contact's company twice: as that of the contact, which is not written, and as that of its parent. */
const repeatsCompany = ({ Type, CompanyName }: RowRecord['data'], { target, source, value }: RowReference): boolean =>
  source === null &&
  target.path === 'ParentKey' &&
  target.by === 'CompanyName' &&
  Type !== 'Company' &&
  typeof CompanyName === 'string' &&
  fold(CompanyName) === fold(value)

const canClear = ({ kind }: Target): boolean => kind !== 'key' && kind !== 'fullName'

function putField(
  { column, conversion }: Extract<ColumnUse, { kind: 'field' }>,
  cell: unknown,
  { data, problems, catalog }: { data: Record<string, unknown>; problems: RowProblem[]; catalog: Catalog },
): void {
  const { target } = conversion
  if (target.kind === 'fullName') {
    Object.assign(data, namesOf(textOf(cell), data))
    return
  }
  const named = target.kind === 'option' || target.kind === 'user' ? namesIn(cell) : cell
  const value = convert(named, conversion, catalog)
  if (value instanceof Unconvertible) {
    const Message = `Column ${column}: ${value.message}.`
    problems.push({ Path: target.path, ErrorCode: codes[value.error], Message, Column: column })
  } else if (value !== undefined) data[target.path] = value
}

/** The names of options, of elements that are objects too. */
const namesIn = (cell: unknown): unknown => (Array.isArray(cell) ? cell.map(optionName) : optionName(cell))

/** "Ada Lovelace" and "Lovelace, Ada". Names in columns of their own win. */
function namesOf(text: string, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (data.Type === 'Company') return data.CompanyName === undefined ? { CompanyName: text } : {}
  if (data.LastName !== undefined || data.FirstName !== undefined) return {}
  const [behind = '', before] = text.split(/,\s*/, 2)
  if (before !== undefined && before !== '') return { FirstName: before, LastName: behind }
  const words = text.split(/\s+/)
  const last = words.pop() as string
  return words.length === 0 ? { LastName: last } : { FirstName: words.join(' '), LastName: last }
}

/** The Type of an entry follows from what the row has: a person with a company, a person, or a company. */
export function withType(data: RowRecord['data'], hasParent: boolean): RowRecord['data'] {
  if (data.Type !== undefined && data.Type !== null) return data
  if (hasParent) return { ...data, Type: 'Contact' }
  const isPerson = ['LastName', 'FirstName'].some(name => data[name] !== undefined && data[name] !== null)
  return { ...data, Type: isPerson ? 'Individual' : 'Company' }
}

/** The names of options that a row has and the database lacks, by the list of the field. */
export function missingOptions(row: SourceRow, mapping: Mapping, catalog: Catalog): { field: string; name: string }[] {
  const missing: { field: string; name: string }[] = []
  for (const use of mapping.uses) {
    if (use.kind !== 'field' || !mapping.createOptions.has(use.column)) continue
    const { target } = use.conversion
    if (target.kind !== 'option' || !target.options || !('list' in target.options)) continue
    const cell = row[use.at]
    if (cell === null || cell === undefined || cell === '') continue
    const single = { ...use.conversion, target: { ...target, isList: false } }
    for (const element of target.isList ? elementsOf(cell, target) : [cell]) {
      const name = optionName(element)
      if (convert(name, single, catalog) instanceof Unconvertible)
        missing.push({ field: target.field.name, name: textOf(name) })
    }
  }
  return missing
}
