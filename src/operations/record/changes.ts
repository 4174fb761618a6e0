// Lists the fields that a write changes, with their values before and after as a Read shows them.
import type { RecordRow } from '../../entities/entity.ts'
import type { ListPart, Output, Part, Source } from '../../fields/part.ts'
import { outputOfPart, subParts } from '../../fields/part-access.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { ModelEntity, ModelField } from '../../model/model.ts'
import { applies, type Draft, listKey } from './draft.ts'

type Lookup = (source: Source) => string | number | Uint8Array | null

/** A record before or after the write. */
interface RecordState {
  readonly row: RecordRow
  /** Rows of a list that the write replaces; undefined for the others. */
  list(part: ListPart): readonly RecordRow[] | undefined
  udf(typeId: number): RecordRow | undefined
}

/** `[{"Field":"CompanyName","Before":null,"After":"Acme"}]`, as JSON text. */
export function changesOf(draft: Draft, render: RenderContext): string {
  const [before, after] = [sideOf(draft, 'before'), sideOf(draft, 'after')]
  const changes: string[] = []
  const shown = new Set<string>()
  for (const tracked of trackedFields(draft)) {
    if (!mayDiffer(draft, tracked)) continue
    const { field, columns } = tracked
    // A field that does not apply to the record's Type is a copy from another record: a Contact's CompanyName.
    if (!applies(draft, field.field.traits.appliesTo)) continue
    // A key and the record behind it share a column, and one of the two names the change.
    if (field.field.view && columns.some(column => shown.has(column))) continue
    const change = changed(tracked, before, after, render)
    if (!change) continue
    for (const column of columns) shown.add(column)
    changes.push(`{"Field":${JSON.stringify(field.name)},"Before":${change[0]},"After":${change[1]}}`)
  }
  return `[${changes.join(',')}]`
}

/** Whether the write may change what the field shows: its columns, its value, or else any list. */
function mayDiffer(draft: Draft, { field: { udf }, columns }: TrackedField): boolean {
  if (udf) return draft.udfs.has(udf.typeId)
  if (columns.length === 0) return draft.lists.size > 0
  for (const column of columns) if (differs(draft, column)) return true
  return false
}

const differs = ({ before, row }: Draft, column: string): boolean => (before[column] ?? null) !== (row[column] ?? null)

/** A field with its columns in the record's own row. */
interface TrackedField {
  readonly field: ModelField
  readonly part: Part
  readonly columns: readonly string[]
  /** The output of those columns; undefined for a list or an object, or when the part shows none of them. */
  readonly output: Output | undefined
}

const trackedOf = new WeakMap<ModelEntity, readonly TrackedField[]>()

/** The fields that a request can write, views last. */
function trackedFields({ entity }: Draft): readonly TrackedField[] {
  let fields = trackedOf.get(entity)
  if (!fields) {
    const declared = new Map(entity.all.flatMap(field => declaredColumns(field).map(column => [column, field])))
    fields = entity.all
      .filter(({ field }) => field.parse && !field.traits.readOnly && !field.traits.secret)
      .map(field => {
        const part = field.part(entity.root)
        const output = ownOutput(part)
        return {
          field,
          part,
          columns: columnsOf(field, part, declared),
          output: output?.sources.some(isOwn) ? output : undefined,
        }
      })
      .sort((a, b) => Number(a.field.field.view ?? false) - Number(b.field.field.view ?? false))
    trackedOf.set(entity, fields)
  }
  return fields
}

const declaredColumns = ({ field, column, udf }: ModelField): string[] =>
  udf ? [] : field.columns(column).map(({ name }) => name)

/** The columns that the field itself declares: a default phone also shows the extension of another field. */
function columnsOf(field: ModelField, part: Part, declared: ReadonlyMap<string, ModelField>): string[] {
  const shown = [...new Set(ownSources(part).map(source => source.column))]
  if (declaredColumns(field).length === 0) return shown
  return shown.filter(column => (declared.get(column) ?? field) === field)
}

/** The row itself or the value of a user-defined field: not a record that it refers to. */
const isOwn = (source: Source): boolean => source.join.path === '' || source.join.table === 'udf_value'
const isOwnOutput = (output: Output | undefined): output is Output => output?.sources.every(isOwn) ?? false

const ownSources = (part: Part): Source[] =>
  [part, ...subParts(part).values()].flatMap(each => (outputOfPart(each)?.sources ?? []).filter(isOwn))

/** The output of a part, or that of its key where the part itself shows another record. */
function ownOutput(part: Part): Output | undefined {
  const [whole, key] = [outputOfPart(part), subParts(part).get('key')]
  const keyOutput = key && outputOfPart(key)
  return !isOwnOutput(whole) && isOwnOutput(keyOutput) ? keyOutput : whole
}

function changed(
  tracked: TrackedField,
  before: RecordState,
  after: RecordState,
  render: RenderContext,
): [string, string] | null {
  const [was, is] = [plainForm(tracked, before, render), plainForm(tracked, after, render)]
  if (was === undefined || is === undefined) return null
  if (was !== is) return [was, is]
  const [wasInDetail, isInDetail] = [detailedForm(tracked, before, render), detailedForm(tracked, after, render)]
  return wasInDetail !== isInDetail ? [wasInDetail, isInDetail] : null
}

/** The default form of a field; undefined when the write does not change it. */
function plainForm(
  { field, part, output }: TrackedField,
  side: RecordState,
  render: RenderContext,
): string | undefined {
  if (part.shape === 'list') return listJson(part, side, render)
  if (part.shape === 'object') {
    const lists = [...part.parts.values()].flatMap(inner => {
      const json = inner.shape === 'list' ? listJson(inner, side, render) : undefined
      return json === undefined ? [] : [`"${inner.name}":${json}`]
    })
    return lists.length === 0 ? undefined : `{${lists.join(',')}}`
  }
  const look = lookup(side, field.udf?.typeId)
  return look && output ? outputJson(output, look, render) : undefined
}

/** All parts of a field, for a change that its default form does not show, such as an extension or a currency. */
function detailedForm({ field, part }: TrackedField, side: RecordState, render: RenderContext): string {
  const look = lookup(side, field.udf?.typeId)
  if (!look || part.shape === 'list' || part.shape === 'object') return 'null'
  const members = [...subParts(part).values()].flatMap(inner => {
    const output = outputOfPart(inner)
    const shown = inner.name !== 'DisplayValue' && isOwnOutput(output)
    return shown ? [`"${inner.name}":${outputJson(output, look, render)}`] : []
  })
  return `{${members.join(',')}}`
}

function lookup(side: RecordState, typeId: number | undefined): Lookup | null {
  const row = typeId === undefined ? side.row : side.udf(typeId)
  // Values of another record are not part of this record's history.
  return row ? source => (isOwn(source) ? scalar(row[source.column]) : null) : null
}

const scalar = (value: RecordRow[string] | undefined): ReturnType<Lookup> =>
  typeof value === 'bigint' ? String(value) : (value ?? null)

function listJson(list: ListPart, side: RecordState, render: RenderContext): string | undefined {
  const rows = side.list(list)
  const output = ownOutput(list.element)
  if (!rows || !isOwnOutput(output)) return undefined
  if (rows.length === 0 && !list.emptyIsValue) return 'null'
  return `[${rows.map(row => outputJson(output, source => scalar(row[source.column]), render)).join(',')}]`
}

const outputJson = (output: Output, look: Lookup, render: RenderContext): string =>
  output.json(
    output.sources.map(look),
    output.sources.map((_, i) => i),
    render,
  )

function sideOf(draft: Draft, which: 'before' | 'after'): RecordState {
  return {
    row: which === 'before' ? draft.before : draft.row,
    list: ({ table, where }) => {
      const picked = where?.map(({ column, equals }) => [column, equals] as const)
      const change = draft.lists.get(listKey({ table, ...(picked ? { where: Object.fromEntries(picked) } : {}) }))
      return change && (which === 'before' ? change.stored : (change.rows.rows as RecordRow[]))
    },
    udf: typeId => {
      const change = draft.udfs.get(typeId)
      return change && (which === 'before' ? change.stored : change.columns)
    },
  }
}
