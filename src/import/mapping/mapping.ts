// Checks a mapping: the field of each column, how rows find their records, and how dates and numbers are written.
import type { Caller } from '../../accounts/caller.ts'
import { Problems } from '../../base/errors.ts'
import { fold } from '../../base/text/fold.ts'
import { isEmpty, isObject, nameOf } from '../../base/text/json.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { ColumnFacts, DateOrder, DecimalMark } from '../columns/column-facts.ts'
import type { Conversion } from './convert.ts'
import { parentTarget, type Target, targetOf } from './target.ts'

type OnMatch = 'update' | 'fill' | 'skip'

/** What a column writes: a field, an external key of the record, or that of its parent. */
export type ColumnUse =
  | { readonly kind: 'field'; readonly at: number; readonly column: string; readonly conversion: Conversion }
  | { readonly kind: 'external'; readonly at: number; readonly column: string; readonly source: string }
  | {
      readonly kind: 'reference'
      readonly at: number
      readonly column: string
      readonly target: Target
      /** The source of an external key; null when the record is found by a field. */
      readonly source: string | null
    }

export interface Mapping {
  readonly uses: readonly ColumnUse[]
  /** Fields of Match; empty together with `byExternal` false when every row is created. */
  readonly match: readonly string[]
  readonly byExternal: boolean
  readonly onMatch: OnMatch
  /** What becomes of rows without a value by which they would be matched. */
  readonly unidentified: 'create' | 'reject'
  readonly clearsEmpty: boolean
  /** Companies that people belong to are created when there are none of their name. */
  readonly createParents: boolean
  /** The columns whose unknown options are created. */
  readonly createOptions: ReadonlySet<string>
}

interface MappingParts {
  readonly columns: readonly ColumnFacts[]
  readonly entity: ModelEntity
  readonly catalog: Catalog
  readonly caller: Pick<Caller, 'admin'>
  readonly format: string
}

type Body = Readonly<Record<string, unknown>>

const members = new Set([
  ...[
    'columns',
    'match',
    'onMatch',
    'unidentified',
    'empty',
    'dates',
    'decimals',
    'createOptions',
    'options',
    'createParents',
  ],
])

/** Refuses the mapping with all its problems, among them columns whose dates or numbers can be read in two ways. */
export function readMapping(body: Body, parts: MappingParts): Mapping {
  const problems = new Problems()
  for (const name of Object.keys(body)) {
    if (!members.has(name)) problems.add('InvalidRequest', name, unknownMember(name))
  }
  const word = wordReader(body, problems)
  const uses = usesOf(body, parts, problems)
  const { match, byExternal } = matchOf(body, uses, parts, problems)
  const mapping: Mapping = {
    uses,
    match,
    byExternal,
    onMatch: word('onMatch', ['update', 'fill', 'skip'], 'update'),
    unidentified: word('unidentified', ['create', 'reject'], 'create'),
    clearsEmpty: word('empty', ['leave', 'clear'], 'leave') === 'clear',
    createParents: flagIn(body, 'createParents', parts.format === 'vcard', problems) && parts.entity.name === 'AbEntry',
    createOptions: createdOptions(body, parts, problems),
  }
  if (!uses.some(({ kind }) => kind === 'field') && problems.count === 0)
    problems.add('Required', 'columns', 'The mapping names no field: choose the field of at least one column.')
  problems.throwIfAny()
  return mapping
}

const unknownMember = (name: string) => (suggest: (name: string, known: Iterable<string>) => string) =>
  `A mapping has no member ${name}.${suggest(name, members)}`

function wordReader(body: Body, problems: Problems) {
  return <W extends string>(name: string, words: readonly W[], fallback: W): W => {
    const sent = body[name]
    if (isEmpty(sent)) return fallback
    const known = words.find(one => one === sent)
    if (known === undefined) problems.add('InvalidValue', name, `${name} takes ${words.join(', ')}.`)
    return known ?? fallback
  }
}

function flagIn(body: Body, name: string, fallback: boolean, problems: Problems): boolean {
  const sent = body[name]
  if (isEmpty(sent)) return fallback
  if (typeof sent !== 'boolean') problems.add('WrongType', name, `${name} is true or false.`)
  return sent === true
}

function usesOf(body: Body, parts: MappingParts, problems: Problems): ColumnUse[] {
  const { columns: sent } = body
  if (!isObject(sent)) {
    problems.add(
      'Required',
      'columns',
      `columns is an object that names the field of each column, not ${nameOf(sent)}.`,
    )
    return []
  }
  const names = parts.columns.map(({ name }) => name)
  const taken = new Map<string, string>()
  return Object.entries(sent).flatMap(([column, value]) => {
    const where = `columns.${column}`
    const at = names.indexOf(column)
    if (at < 0) {
      problems.add('InvalidValue', where, suggest => `The file has no column ${column}.${suggest(column, names)}`)
      return []
    }
    if (isEmpty(value)) return []
    const use = problems.try(() => useOf(value, { at, column, where }, body, parts, problems))
    if (!use) return []
    const target =
      use.kind === 'external' ? 'external key' : use.kind === 'field' ? use.conversion.target.path : use.target.path
    const other = taken.get(target)
    if (other !== undefined)
      problems.add('InvalidRequest', where, `The columns ${other} and ${column} both write ${target}.`)
    taken.set(target, column)
    return [use]
  })
}

interface ColumnPlace {
  readonly at: number
  readonly column: string
  readonly where: string
}

function useOf(
  value: unknown,
  place: ColumnPlace,
  body: Body,
  parts: MappingParts,
  problems: Problems,
): ColumnUse | null {
  const { at, column, where } = place
  const { catalog, entity } = parts
  if (isObject(value)) {
    const { externalKey, parentExternalKey, of } = value as Body
    if (typeof externalKey === 'string' && externalKey.trim() !== '')
      return { kind: 'external', at, column, source: externalKey }
    if (typeof parentExternalKey === 'string' && parentExternalKey.trim() !== '') {
      const target = parentTarget(entity, typeof of === 'string' ? of : null, where)
      return { kind: 'reference', at, column, target, source: parentExternalKey }
    }
  }
  if (typeof value !== 'string') {
    const forms = 'a field, {"externalKey": source}, {"parentExternalKey": source} or null'
    problems.add('WrongType', where, `${where} takes ${forms}, not ${nameOf(value)}.`)
    return null
  }
  const target = targetOf(catalog.model, entity, value, where, parts.caller)
  if (target.kind === 'reference') return { kind: 'reference', at, column, target, source: null }
  return { kind: 'field', at, column, conversion: conversionOf(target, place, body, parts, problems) }
}

function conversionOf(
  target: Target,
  { at, column, where }: ColumnPlace,
  body: Body,
  { columns }: MappingParts,
  problems: Problems,
): Conversion {
  const facts = columns[at] as ColumnFacts
  const isDate = target.kind === 'date' || target.kind === 'datetime'
  const choice = <C extends string>(name: 'dates' | 'decimals', fits: readonly C[], all: readonly C[]): C | null => {
    const chosen = chosenFor(body[name], column, all, name, problems)
    if (chosen !== null) return chosen
    if (fits.length === 1) return fits[0] as C
    const example = facts.samples[0] ?? ''
    const message = `Column ${column}: "${example}" can be read in several ways. Choose ${all.join(', ')} in ${name}.`
    problems.add('AmbiguousColumn', where, message)
    return null
  }
  const order =
    isDate && facts.dates.count > 0 ? choice('dates', facts.dates.fits, ['DMY', 'MDY', 'YMD'] as DateOrder[]) : null
  const isMarked = target.kind === 'number' && facts.numbers.fits.length !== 1 && hasMark(facts)
  const mark = isMarked
    ? choice('decimals', facts.numbers.fits, ['.', ','] as DecimalMark[])
    : (chosenFor(body.decimals, column, ['.', ','] as DecimalMark[], 'decimals', problems) ??
      facts.numbers.fits[0] ??
      null)
  return { target, order, mark: target.kind === 'number' ? mark : null, renamed: renamedOptions(body, column) }
}

/** Whether some number of the column has a decimal mark, or one of thousands. */
const hasMark = ({ numbers }: ColumnFacts): boolean => numbers.shown

/** A choice for all columns, or by column. */
function chosenFor<C extends string>(
  sent: unknown,
  column: string,
  all: readonly C[],
  name: string,
  problems: Problems,
): C | null {
  const value = isObject(sent) ? (sent as Body)[column] : sent
  if (isEmpty(value)) return null
  const known = all.find(one => one === value)
  if (known === undefined) problems.add('InvalidValue', name, `${name} takes ${all.join(', ')}.`)
  return known ?? null
}

/** `options: {"Status": {"in the file": "an option"}}` */
function renamedOptions({ options }: Body, column: string): ReadonlyMap<string, string> {
  const sent = isObject(options) ? (options as Body)[column] : undefined
  if (!isObject(sent)) return new Map()
  return new Map(Object.entries(sent).flatMap(([from, to]) => (typeof to === 'string' ? [[fold(from), to]] : [])))
}

function createdOptions(
  { createOptions: sent }: Body,
  { columns, caller }: MappingParts,
  problems: Problems,
): Set<string> {
  const all = columns.map(({ name }) => name)
  if (isEmpty(sent) || sent === false) return new Set()
  if (!caller.admin) problems.add('AdministratorRequired', 'createOptions', 'Only an administrator may create options.')
  if (sent === true) return new Set(all)
  if (Array.isArray(sent) && sent.every(name => all.includes(name))) return new Set(sent as string[])
  problems.add('WrongType', 'createOptions', 'createOptions is true, or a list of columns of the file.')
  return new Set()
}

function matchOf(
  { match: sent }: Body,
  uses: readonly ColumnUse[],
  { entity }: MappingParts,
  problems: Problems,
): { match: string[]; byExternal: boolean } {
  const names = isEmpty(sent) ? [] : Array.isArray(sent) ? sent : [sent]
  const match: string[] = []
  let byExternal = false
  for (const name of names) {
    if (typeof name !== 'string') problems.add('WrongType', 'match', 'match takes the names of fields.')
    else if (/^external ?key$/i.test(name)) byExternal = true
    else match.push(name)
  }
  const written = new Set(uses.flatMap(use => (use.kind === 'field' ? [use.conversion.target.path.toLowerCase()] : [])))
  const canonical = match.map(name => {
    const field = entity.field(name.split('/')[0] ?? '')
    if (!field) problems.add('UnknownField', 'match', entity.unknownField(name))
    const path = [field?.name ?? '', ...name.split('/').slice(1)].join('/')
    if (field && !written.has(path.toLowerCase()))
      problems.add('InvalidValue', 'match', `match names ${name}, and no column writes it.`)
    return path
  })
  if (byExternal && !uses.some(({ kind }) => kind === 'external'))
    problems.add('InvalidValue', 'match', 'match names ExternalKey, and no column has the external key.')
  if (match.length > 3) problems.add('LimitExceeded', 'match', 'match names at most 3 fields.')
  return { match: canonical, byExternal }
}
