// Lists what a column of a file can be: fields, the name of another record, a key, or nothing.
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field, KindName } from '../fields/field.ts'

/** What a mapping says of a column. */
export type ColumnTarget = string | { readonly externalKey: string } | { readonly parentExternalKey: string } | null

/** Entries of the list that are no fields. */
export const nothing = '@nothing'
export const ownKey = '@key'
export const externalKey = '@external'
export const parentKey = '@parent'

export interface TargetWords {
  readonly nothing: string
  readonly ownKey: string
  readonly externalKey: string
  readonly parentKey: string
  readonly byName: (label: string) => string
}

/** Whether an entry of the list is a field. */
export const isField = ({ path }: Pick<Field, 'path'>): boolean => !path.startsWith('@')

/** Kinds that a cell of a table cannot hold, and fields of which the parts are offered. */
const notInCells: readonly KindName[] = ['access', 'address', 'json', 'key', 'location', 'references', 'secret']

/** The record of a reference is found by its name; for each entity by the field that has an index. */
const nameFields: Readonly<Record<string, string>> = { AbEntry: 'FullName' }

/** The fields and the other entries for a column, in the order of a menu. */
export function targetsOf({ model, all }: EntityFields, words: TargetWords): readonly Field[] {
  const [first] = all
  if (!first) return []
  const entry = (path: string, label: string, kind: KindName = 'text'): Field => ({
    ...first,
    ...{ path, label, kind, group: null, description: '', userDefined: false, hasOptions: false },
  })
  const parent = all.find(field => field.path === 'Parent' || field.path === 'AbEntry')
  return [
    entry(nothing, words.nothing),
    ...all.flatMap(field => fieldTargets(field, model, words)),
    entry(externalKey, words.externalKey),
    ...(parent ? [entry(parentKey, words.parentKey)] : []),
    entry(ownKey, words.ownKey),
  ]
}

/** A full name is split by the import. */
const isFullName = ({ entity, path }: Field): boolean => entity === 'AbEntry' && path === 'FullName'

function fieldTargets(field: Field, model: EntityFields['model'], words: TargetWords): readonly Field[] {
  const { path, kind, writable, createOnly, inactive, refersTo } = field
  if (inactive || !(writable || createOnly || isFullName(field))) return []
  if (kind === 'reference') {
    const [entity] = refersTo
    const isNamed = refersTo.length === 1 && model.field(`${path}Key`) !== undefined
    if (!isNamed || entity === undefined) return []
    const by = path === 'Parent' ? 'CompanyName' : (nameFields[entity] ?? 'DisplayValue')
    return [{ ...field, path: `${path}/${by}`, label: words.byName(field.label), kind: 'text' }]
  }
  // `Email1` is another name of `Email`.
  const isSecondName = path.endsWith('1') && model.field(path.slice(0, -1)) !== undefined
  return isSecondName || notInCells.includes(kind) ? [] : [field]
}

/** The entry of the list that a mapping means. */
export function entryOf(target: ColumnTarget | undefined): string {
  if (target === null || target === undefined) return nothing
  if (typeof target === 'string') return target.toLowerCase() === 'key' ? ownKey : target
  return 'externalKey' in target ? externalKey : parentKey
}

/** What a mapping says for an entry of the list. `source` is the system that keys come from. */
export function targetOf(entry: string, source: string): ColumnTarget {
  if (entry === nothing) return null
  if (entry === ownKey) return 'Key'
  if (entry === externalKey) return { externalKey: source }
  return entry === parentKey ? { parentExternalKey: source } : entry
}

/** What is asked about a column follows from the kind of its field. */
const dateKinds = new Set(['date', 'dateTime', 'day'])
const numberKinds = new Set(['number', 'money'])

export const factsOf = (field: Field | undefined) => ({
  isDate: field !== undefined && dateKinds.has(field.kind),
  isNumber: field !== undefined && numberKinds.has(field.kind),
})
