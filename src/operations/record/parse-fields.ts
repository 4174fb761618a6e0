// Parses the fields that were sent into columns, and checks that each may be written, has the right type and fits the record.
import type { Caller } from '../../accounts/caller.ts'
import { isEmpty } from '../../base/text/json.ts'
import type { RecordRow } from '../../entities/entity.ts'
import type { ListRows, ParsedValue, ReferenceUse } from '../../fields/field.ts'
import { checkMembers } from '../../fields/written-value.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { RowStore } from '../rows/row-store.ts'
import { applies, type Draft, type ListChange, listKey, typeOf } from './draft.ts'
import type { SentField } from './members.ts'

interface ParseSetting {
  readonly rows: RowStore
  readonly caller: Caller
  readonly catalog: Catalog
}

export async function parseFields(draft: Draft, setting: ParseSetting): Promise<void> {
  const columnPaths = new Map<string, string>()
  for (const sent of inOrder(draft)) {
    if (!mayBeWritten(draft, sent, setting.caller) || !hasKnownMembers(draft, sent)) continue
    const parsed = sent.field.field.parse?.(sent.value, sent.field.column, sent.field.listTable, {
      path: sent.path,
      problems: draft.problems,
      creating: draft.creating,
      uid: setting.caller.uid,
      findUid: setting.catalog.findUid,
      survivorOf: setting.catalog.survivorOf,
      corporateCurrency: setting.catalog.currency,
      current: draft.before,
    })
    if (!parsed || isFixed(draft, sent, parsed)) continue
    const stored = parsed.lists ? await keepLists(draft, parsed.lists, setting.rows) : null
    if (sent.field.udf) await keepUdf(draft, sent, parsed, stored, setting.rows)
    else keep(draft, sent, parsed, stored, columnPaths)
  }
}

function hasKnownMembers({ entity, problems }: Draft, { field, value, path }: SentField): boolean {
  if (typeof value !== 'object' || value === null) return true
  const before = problems.list.length
  checkMembers(value, entity.partOf(field), path, problems)
  return problems.list.length === before
}

/** The Type first, because it decides which fields apply; a single key before the list that it is the first of. */
function inOrder(draft: Draft): SentField[] {
  const rank = ({ field }: SentField): number =>
    field.name === 'Type' || field.column === draft.entity.entity.typedBy ? 0 : field.field.parseFirst ? 1 : 2
  return [...draft.members.fields.values()].sort((a, b) => rank(a) - rank(b))
}

function mayBeWritten(draft: Draft, { field, value, path }: SentField, caller: Caller): boolean {
  const { traits, parse } = field.field
  if (draft.creating && traits.computed) return false
  const imported = draft.creating && caller.admin && traits.importable === true
  const open = !traits.readOnly || imported || (caller.admin && traits.adminWrites === true)
  if (!open || !parse) {
    if (!isEmpty(value)) draft.problems.add('ReadOnlyField', path, `${path} cannot be written.`)
    return false
  }
  if (imported && isEmpty(value)) return false
  if (applies(draft, traits.appliesTo)) return true
  // On Update a fixed field of another Type is reported as unchangeable, which is the more useful message.
  if (!isEmpty(value)) {
    const [error, why] =
      traits.fixed && !draft.creating
        ? (['Unchangeable', 'cannot be changed after the record was created'] as const)
        : (['FieldNotApplicable', `does not apply to a record of the Type ${typeOf(draft)}`] as const)
    draft.problems.add(error, path, `${path} ${why}.`)
  }
  return false
}

/** A fixed field of an existing record: the same value is accepted and ignored, another is refused. */
function isFixed(draft: Draft, { field, path }: SentField, parsed: ParsedValue): boolean {
  if (draft.creating || !field.field.traits.fixed) return false
  if (!sameColumns(parsed.columns, draft.before)) {
    draft.problems.add('Unchangeable', path, `${path} cannot be changed after the record was created.`)
  }
  return true
}

const sameColumns = (columns: Readonly<RecordRow>, stored: Readonly<RecordRow>): boolean =>
  Object.entries(columns).every(([name, value]) => (stored[name] ?? null) === value)

function keep(
  draft: Draft,
  { path }: SentField,
  parsed: ParsedValue,
  stored: StoredValues | null,
  columnPaths: Map<string, string>,
): void {
  for (const [name, value] of Object.entries(parsed.columns)) {
    const other = columnPaths.get(name)
    if (other !== undefined && draft.row[name] !== value) {
      draft.problems.add('InvalidRequest', path, `${path} and ${other} disagree: they set the same value.`)
    }
    columnPaths.set(name, path)
    draft.row[name] = value
  }
  // A stored reference need not be checked again, and may have become unreadable for this caller.
  const unchanged = !draft.creating && !stored && sameColumns(parsed.columns, draft.before)
  if (unchanged) return
  for (const use of parsed.references ?? []) if (!stored || !isStored(stored, use)) draft.references.push(use)
  keepOptions(draft, parsed, stored)
}

function keepOptions(draft: Draft, { options = [] }: ParsedValue, stored: StoredValues | null): void {
  for (const use of options) if (!stored?.items.has(use.key)) draft.options.push(use)
}

/** The values of stored list rows, as sets, since lists of a thousand elements are compared. */
interface StoredValues {
  readonly items: ReadonlySet<unknown>
  readonly owners: ReadonlySet<unknown>
  readonly principals: ReadonlySet<unknown>
}

function valuesOf(lists: readonly ListChange[]): StoredValues {
  const rows = lists.flatMap(list => list.stored)
  const column = (name: string) => new Set<unknown>(rows.map(row => row[name]))
  return { items: column('item'), owners: column('owner'), principals: column('principal') }
}

/** Null when there is no list. */
async function keepLists(draft: Draft, lists: readonly ListRows[], rows: RowStore): Promise<StoredValues | null> {
  const changes: ListChange[] = []
  for (const list of lists) changes.push(await keepList(draft, list, rows))
  return changes.length === 0 ? null : valuesOf(changes)
}

const isStored = ({ items, owners, principals }: StoredValues, { entity, id }: ReferenceUse): boolean =>
  items.has(id) || owners.has(id) || principals.has(`${entity}\t${id}`)

async function keepList(draft: Draft, list: ListRows, rows: RowStore): Promise<ListChange> {
  const key = listKey(list)
  const known = draft.lists.get(key)
  if (known) {
    known.rows = { ...list, rows: union(known.rows.rows, list.rows) }
    return known
  }
  const stored = draft.creating
    ? []
    : await rows.select(list.table, { [list.owner]: draft.id, ...list.where }, { order: 'position' })
  const change = { rows: list, stored }
  draft.lists.set(key, change)
  return change
}

/** Two fields that write one list (AbEntryKey and AbEntries): the first one's elements come first. */
function union(a: ListRows['rows'], b: ListRows['rows']): ListRows['rows'] {
  const seen = new Set(a.map(row => row.item))
  return [...a, ...b.filter(row => !seen.has(row.item))].map((row, position) => ({ ...row, position }))
}

async function keepUdf(
  draft: Draft,
  { field }: SentField,
  parsed: ParsedValue,
  stored: StoredValues | null,
  rows: RowStore,
): Promise<void> {
  const typeId = field.udf?.typeId as number
  keepOptions(draft, parsed, stored)
  const found = draft.creating ? null : await rows.one('udf_value', { owner: draft.id, type_id: typeId })
  draft.udfs.set(typeId, { field, stored: found ?? {}, columns: { ...parsed.columns } })
}
