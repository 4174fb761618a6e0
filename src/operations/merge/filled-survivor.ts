// Fills the empty fields of a survivor from a record that is merged into it, and notes what it filled and what had no room.
import { Problems } from '../../base/errors.ts'
import { fold } from '../../base/text/fold.ts'
import type { Entity, RecordRow } from '../../entities/entity.ts'
import type { ModelEntity, ModelField } from '../../model/model.ts'
import type { Scalar } from '../../storage/store.ts'
import { applies, type Draft, emptyDraft, listKey } from '../record/draft.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { ListGain } from './journal.ts'
import { isMergeable } from './merge-request.ts'

/** A record that is merged, with the fields that are taken from it. */
interface MergedRecord {
  readonly id: string
  readonly row: RecordRow
  readonly picked: ReadonlySet<ModelField>
}

/** What the survivor got from one record. */
export interface Gains {
  readonly fields: Record<string, readonly string[]>
  readonly udfs: Record<string, RecordRow>
  readonly lists: ListGain[]
}

/** The filling of one draft from one record. */
interface Filling {
  readonly draft: Draft
  readonly merged: MergedRecord
  readonly reserved: ReadonlySet<ModelField>
  readonly rows: RowStore
  readonly gains: Gains
}

export function survivorDraft(entity: ModelEntity, path: string, row: RecordRow): Draft {
  const members = { fields: new Map(), key: undefined, version: undefined }
  return { ...emptyDraft(entity, path, members, new Problems(), row), creating: false, id: row.id as string }
}

const isUnset = (value: Scalar | undefined): boolean => value === null || value === undefined

/** The columns that a field stores, without those that are computed from others. */
function columnsOf({ field, column, udf }: ModelField, derived: ReadonlySet<string>): string[] {
  if (udf) return []
  const names = field.columns(column).map(({ name }) => name)
  return names.some(name => derived.has(name)) ? [] : names
}

/** Fills the draft from the record. Fields that the request gives to another record stay as they are. */
export async function fillSurvivor(
  draft: Draft,
  merged: MergedRecord,
  reserved: ReadonlySet<ModelField>,
  rows: RowStore,
): Promise<Gains> {
  const { entity } = draft
  const spec = entity.entity.merge as NonNullable<Entity['merge']>
  const gains: Gains = { fields: {}, udfs: {}, lists: [] }
  const filling: Filling = { draft, merged, reserved, rows, gains }
  const derived = new Set(Object.keys(entity.entity.derive?.({ ...merged.row }) ?? {}))
  const inPlaces = new Set(spec.places.flat())
  const inGroups = new Set((spec.together ?? []).flatMap(({ fields }) => fields))
  for (const field of entity.all) {
    const isPicked = merged.picked.has(field)
    if (!isMergeable(field) || (reserved.has(field) && !isPicked)) continue
    if (!applies(draft, field.field.traits.appliesTo)) continue
    if (field.udf) await fillUdf(filling, field, isPicked)
    if (field.field.list || field.udf) await fillList(filling, field, isPicked)
    if (inGroups.has(field.name) || (inPlaces.has(field.name) && !isPicked)) continue
    take(filling, field.name, columnsOf(field, derived), isPicked)
  }
  for (const group of spec.together ?? []) {
    const fields = group.fields.flatMap(name => entity.field(name) ?? [])
    const isPicked = fields.some(field => merged.picked.has(field))
    if (!isPicked && fields.some(field => reserved.has(field))) continue
    const columns = [...fields.flatMap(field => columnsOf(field, derived)), ...group.columns]
    take(filling, group.fields.join(', '), [...new Set(columns)], isPicked)
  }
  for (const places of spec.places) fillPlaces(filling, places)
  Object.assign(draft.row, spec.settle?.(draft.row))
  return gains
}

/** Copies columns, if the survivor has none of them or the field was picked. */
function take({ draft, merged, gains }: Filling, name: string, columns: readonly string[], isPicked: boolean): void {
  const { row, id } = merged
  if (columns.length === 0) return
  const isEmpty = columns.every(column => isUnset(draft.row[column]))
  const hasValue = columns.some(column => !isUnset(row[column]))
  if (!isPicked && !(isEmpty && hasValue)) return
  // A merged record may refer to the survivor, which does not refer to itself.
  if (columns.some(column => row[column] === draft.id || row[column] === id)) return
  for (const column of columns) draft.row[column] = row[column] ?? null
  gains.fields[name] = columns
}

/** The form in which two addresses or numbers are compared. */
function placeKey(value: Scalar | undefined): string {
  const text = typeof value === 'string' ? value : ''
  return /[@\p{L}]/u.test(text) ? fold(text).trim() : text.replace(/\D+/g, '').slice(-9)
}

/** Puts e-mail addresses and telephone numbers that the survivor lacks into its free places. */
function fillPlaces({ draft, merged: { row }, reserved, gains }: Filling, places: readonly string[]): void {
  const slots = places.flatMap(name => {
    const field = draft.entity.field(name)
    return field ? [{ field, columns: field.field.columns(field.column).map(column => column.name) }] : []
  })
  const valueIn = (of: RecordRow, columns: readonly string[]) => of[columns[0] as string]
  for (const from of slots) {
    const key = placeKey(valueIn(row, from.columns))
    if (key === '' || slots.some(({ columns }) => placeKey(valueIn(draft.row, columns)) === key)) continue
    const free = slots.find(({ field, columns }) => isUnset(valueIn(draft.row, columns)) && !reserved.has(field))
    if (!free) continue
    free.columns.forEach((column, i) => {
      draft.row[column] = column.endsWith('_default') ? null : (row[from.columns[i] as string] ?? null)
    })
    gains.fields[free.field.name] = free.columns
  }
}

async function fillUdf(filling: Filling, field: ModelField, isPicked: boolean): Promise<void> {
  const { draft, merged, rows, gains } = filling
  const typeId = field.udf?.typeId as number
  const stored = await rows.one('udf_value', { owner: draft.id, type_id: typeId })
  const theirs = await rows.one('udf_value', { owner: merged.id, type_id: typeId })
  const current = draft.udfs.get(typeId)?.columns ?? stored
  if (!isPicked && (current || !theirs)) return
  const { db: _, owner: __, type_id: ___, ...columns } = theirs ?? stored ?? {}
  const values = theirs ? columns : Object.fromEntries(Object.keys(columns).map(name => [name, null]))
  if (Object.keys(values).length === 0) return
  draft.udfs.set(typeId, { field, stored: stored ?? {}, columns: values })
  gains.udfs[String(typeId)] = values
}

/** Unites the items of a list; a picked list is taken as it is. */
async function fillList(filling: Filling, field: ModelField, isPicked: boolean): Promise<void> {
  const { draft, merged, rows, gains } = filling
  const table = field.udf ? 'udf_item' : field.listTable
  const where: Record<string, number> = field.udf ? { type_id: field.udf.typeId } : {}
  const theirs = await rows.select(table, { owner: merged.id, ...where }, { order: 'position' })
  if (theirs.length === 0 && !isPicked) return
  const list = { table, owner: 'owner', where }
  const key = listKey(field.udf ? list : { table })
  const known = draft.lists.get(key)
  const stored = known?.stored ?? (await rows.select(table, { owner: draft.id, ...where }, { order: 'position' }))
  const bare = ({ db: _, owner: __, type_id: ___, ...row }: RecordRow): RecordRow => row
  const mine = isPicked ? [] : (known?.rows.rows ?? stored.map(bare))
  const had = new Set(mine.map(row => row.item))
  const added = theirs.map(bare).filter(row => !had.has(row.item))
  if (added.length === 0 && !isPicked) return
  const united = [...mine, ...added].map((row, position) => ({ ...row, position }))
  draft.lists.set(key, { rows: { ...(field.udf ? list : { table, owner: 'owner' }), rows: united }, stored })
  gains.lists.push({ table, where, items: added.map(row => row.item ?? null) })
}
