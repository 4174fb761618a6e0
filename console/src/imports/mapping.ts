// Holds a mapping while a person edits it: from suggestions or a saved one, with what is still to be decided, to the request.
import { fold } from '../fields/parts/fold.ts'
import type { DateOrder, DecimalMark, ImportColumn, ImportDetails, ImportRow } from './import.ts'
import { type ColumnTarget, entryOf, externalKey, nothing, ownKey, parentKey } from './targets.ts'

type ByColumn<T> = Readonly<Record<string, T>>

export interface Mapping {
  readonly columns: ByColumn<ColumnTarget>
  /** Paths of fields, and `ExternalKey`. */
  readonly match: readonly string[]
  readonly onMatch: 'update' | 'fill' | 'skip'
  /** What rows do that have no value to recognise a record by. */
  readonly unidentified: 'create' | 'reject'
  readonly empty: 'leave' | 'clear'
  readonly dates: ByColumn<DateOrder>
  readonly decimals: ByColumn<DecimalMark>
  /** Columns whose unknown options are created. */
  readonly createOptions: readonly string[]
  /** What names of options in the file mean, by column. */
  readonly options: ByColumn<ByColumn<string>>
  readonly createParents: boolean
}

export const externalMatch = 'ExternalKey'
export const mostMatched = 3

type Columns = readonly ImportColumn[]

/** What an import begins with: its last mapping, or the suggestions. */
export function firstMapping({ columns, mapping }: Pick<ImportDetails, 'columns' | 'mapping'>): Mapping {
  if (mapping !== null) return mappingFrom(mapping, columns)
  const suggested = Object.fromEntries(columns.map(({ name, suggestion }) => [name, suggestion]))
  const email = columns.find(({ suggestion }) => suggestion === 'Email')
  const first = { ...noMapping, columns: suggested, match: email && email.filled > 0 ? ['Email'] : [] }
  return { ...first, createParents: namesCompanies(first) }
}

/** A heading as it is compared: exports of lists have the labels of fields. */
const bare = (heading: string): string => fold(heading).replace(/[^\p{L}\p{N}]/gu, '')

/** Gives columns without a field the one whose label they have, when it is the only one and still free. */
export function withLabels(
  mapping: Mapping,
  columns: Columns,
  labels: readonly { readonly path: string; readonly label: string }[],
): Mapping {
  const byLabel = Map.groupBy(labels, ({ label }) => bare(label))
  const used = new Set(Object.values(mapping.columns).map(entryOf))
  const found = columns.flatMap(({ name }) => {
    const [only, other] = byLabel.get(bare(name)) ?? []
    if (isUsed(mapping, name) || !only || other || used.has(only.path)) return []
    used.add(only.path)
    return [[name, only.path] as const]
  })
  return { ...mapping, columns: { ...mapping.columns, ...Object.fromEntries(found) } }
}

const noMapping: Mapping = {
  ...{ columns: {}, match: [], onMatch: 'update', unidentified: 'create', empty: 'leave', dates: {}, decimals: {} },
  ...{ createOptions: [], options: {}, createParents: false },
}

const isObject = <T>(value: T): value is T & object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A mapping of the server for the columns of this file; one that a program has made may say things for all columns at once. */
export function mappingFrom(sent: Readonly<Record<string, unknown>>, columns: Columns): Mapping {
  const names = columns.map(({ name }) => name)
  const byColumn = <T>(value: unknown): ByColumn<T> => {
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name))) as ByColumn<T>
    return typeof value === 'string' ? Object.fromEntries(names.map(name => [name, value as T])) : {}
  }
  const { match, onMatch, unidentified, empty, createOptions } = sent
  return kept({
    columns: { ...Object.fromEntries(names.map(name => [name, null])), ...byColumn<ColumnTarget>(sent.columns) },
    match: [match ?? []].flat().map(name => (/^external ?key$/i.test(String(name)) ? externalMatch : String(name))),
    onMatch: onMatch === 'fill' || onMatch === 'skip' ? onMatch : 'update',
    unidentified: unidentified === 'reject' ? 'reject' : 'create',
    empty: empty === 'clear' ? 'clear' : 'leave',
    dates: byColumn(sent.dates),
    decimals: byColumn(sent.decimals),
    createOptions: createOptions === true ? names : names.filter(name => [createOptions ?? []].flat().includes(name)),
    options: byColumn(sent.options),
    createParents: sent.createParents === true,
  })
}

const isUsed = ({ columns }: Mapping, name: string): boolean => entryOf(columns[name]) !== nothing

/** The mapping without what no column says any more. */
function kept(mapping: Mapping): Mapping {
  const eligible = matchable(mapping)
  return { ...mapping, match: mapping.match.filter(path => eligible.includes(path)).slice(0, mostMatched) }
}

/** Gives a column another target. Two columns cannot write one field, so it is taken from the other one. */
export function withTarget(mapping: Mapping, column: string, target: ColumnTarget): Mapping {
  const entry = entryOf(target)
  const others = Object.entries(mapping.columns).map(([name, other]) => {
    const isTaken = target !== null && name !== column && entryOf(other) === entry
    return [name, isTaken ? null : other] as const
  })
  return kept({ ...mapping, columns: { ...Object.fromEntries(others), [column]: target } })
}

/** The name of the other system, which the keys of records and those of their parents share. */
export const sourceOf = ({ columns }: Mapping): string =>
  Object.values(columns)
    .filter(target => isObject(target))
    .map(target => ('externalKey' in target ? target.externalKey : target.parentExternalKey))[0] ?? ''

export function withSource(mapping: Mapping, source: string): Mapping {
  const renamed = Object.entries(mapping.columns).map(([name, target]) => {
    if (!isObject(target)) return [name, target] as const
    return [name, 'externalKey' in target ? { externalKey: source } : { parentExternalKey: source }] as const
  })
  return { ...mapping, columns: Object.fromEntries(renamed) }
}

/** By what rows can find their records: every field that a column writes, and the key of the other system. */
export function matchable({ columns }: Mapping): readonly string[] {
  const entries = Object.values(columns).map(entryOf)
  const paths = entries.filter(entry => !entry.startsWith('@') && !isOfOther(entry) && entry !== 'FullName')
  const known = ['Email', 'CompanyName', 'LastName', 'FirstName', 'Phone'].filter(path => paths.includes(path))
  return [
    ...(entries.includes(externalKey) ? [externalMatch] : []),
    ...known,
    ...paths.filter(path => !known.includes(path)),
  ]
}

/** `Parent/CompanyName` is a field of another record; an address is part of its own. */
const isOfOther = (path: string): boolean => path.includes('/') && !/^(Address|Udf)\//.test(path)

/** Whether records are named by their own keys, so that nothing else is needed to find them. */
export const hasOwnKeys = ({ columns }: Mapping): boolean => Object.values(columns).some(one => entryOf(one) === ownKey)

/** Rows that have no value in a field by which they find their records; they would be rejected. */
export function rowsWithoutMatch(mapping: Mapping, columns: Columns, rows: number): number {
  const fills = columns.filter(({ name }) => mapping.match.includes(entryOf(mapping.columns[name])))
  return Math.max(0, ...fills.map(({ filled }) => rows - filled))
}

interface DecisionFacts {
  /** Whether the field of the column takes dates. */
  readonly isDate: boolean
  readonly isNumber: boolean
}

/** How the dates of a column can be read, when that is to be decided; null when it is clear. */
export const undecidedDates = ({ dates }: ImportColumn, { isDate }: DecisionFacts): readonly DateOrder[] | null =>
  isDate && dates !== undefined && dates.length !== 1 ? dates : null

export const undecidedDecimals = (
  { decimals }: ImportColumn,
  { isNumber }: DecisionFacts,
): readonly DecimalMark[] | null => (isNumber && decimals !== undefined && decimals.length !== 1 ? decimals : null)

/** The columns about which the person has still to decide. */
export function openColumns(mapping: Mapping, columns: Columns, factsOf: (entry: string) => DecisionFacts): string[] {
  return columns.flatMap(column => {
    const { name } = column
    const facts = factsOf(entryOf(mapping.columns[name]))
    const isOpen =
      (undecidedDates(column, facts) !== null && mapping.dates[name] === undefined) ||
      (undecidedDecimals(column, facts) !== null && mapping.decimals[name] === undefined)
    return isOpen ? [name] : []
  })
}

const separator = /\s*(?:;| ::: )\s*/
/** `* myContacts`: groups that Google Contacts has by itself, which the import leaves out. */
const systemGroup = /^\* \S/

/** The values of a column that are no options of its field. `isList`: a cell has several, separated by semicolons. */
export function unknownOptions(column: ImportColumn, known: readonly string[], isList: boolean): readonly string[] {
  const names = new Set(known.map(fold))
  const values = (column.values ?? []).flatMap(value => (isList ? value.split(separator) : [value]))
  const isOption = (value: string): boolean => value !== '' && !(isList && systemGroup.test(value))
  return [...new Set(values.map(value => value.trim()))].filter(value => isOption(value) && !names.has(fold(value)))
}

/**
 * The changes of a row. An option that an import will create has a key in its plan that no list knows yet: the text of the
 * file is shown.
 */
export function shownChanges({ changes = {}, values }: Pick<ImportRow, 'changes' | 'values'>, plan: Mapping | null) {
  const creating = new Map(plan?.createOptions.map(column => [entryOf(plan.columns[column]), column]))
  return Object.entries(changes).map(([Field, [Before, After]]) => {
    const column = creating.get(Field)
    return { Field, Before, After: column === undefined ? After : (values[column] ?? After) }
  })
}

/** Says what an option of the file means; null takes it back. */
export function withOption(mapping: Mapping, column: string, value: string, option: string | null): Mapping {
  const { [value]: _, ...others } = mapping.options[column] ?? {}
  const own = option === null ? others : { ...others, [value]: option }
  return { ...mapping, options: { ...mapping.options, [column]: own } }
}

/** The request. Decisions about columns that are not imported are left out. */
export function mappingBody(mapping: Mapping): Readonly<Record<string, unknown>> {
  const used = <T>(values: ByColumn<T>): ByColumn<T> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isUsed(mapping, name)))
  const { columns, match, onMatch, unidentified, empty, createParents } = mapping
  const options = Object.entries(used(mapping.options)).filter(([, names]) => Object.keys(names).length > 0)
  return {
    ...{ columns, onMatch, unidentified, empty, createParents },
    ...(match.length > 0 && !hasOwnKeys(mapping) ? { match } : {}),
    dates: used(mapping.dates),
    decimals: used(mapping.decimals),
    createOptions: mapping.createOptions.filter(name => isUsed(mapping, name)),
    options: Object.fromEntries(options),
  }
}

/** Whether rows name records that they belong to by name, so that missing ones can be created. */
export const namesCompanies = ({ columns }: Mapping): boolean =>
  Object.values(columns).some(target => entryOf(target) === 'Parent/CompanyName')

export const usedColumns = (mapping: Mapping): readonly string[] =>
  Object.keys(mapping.columns).filter(name => isUsed(mapping, name))

/** Whether a column has keys of another system that is not named yet. */
export const lacksSource = (mapping: Mapping): boolean =>
  sourceOf(mapping).trim() === '' &&
  Object.values(mapping.columns).some(target => [externalKey, parentKey].includes(entryOf(target)))
