// Moves what refers to a merged record to its survivor, and back when the merge is undone.
import type { Entity, RecordRow } from '../../entities/entity.ts'
import type { Unit } from '../bin/delete-cascade.ts'
import { type ReferencePlace, referencePlaces } from '../rows/reference-places.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { ColumnMove, Journal, ListMove } from './journal.ts'

interface Moves {
  readonly columnMoves: ColumnMove[]
  readonly listMoves: ListMove[]
  /** The identifiers of the records that moved, by entity. */
  readonly moved: Unit
  /** Records that would be twins of others of the survivor: they go to the bin with the merged record. */
  readonly staying: Unit
}

const note = (unit: Unit, entity: string, ids: readonly string[]): void => {
  if (ids.length === 0) return
  const known = unit.get(entity) ?? new Set<string>()
  for (const id of ids) known.add(id)
  unit.set(entity, known)
}

interface MoveRequest {
  readonly entity: Entity
  readonly from: string
  readonly to: string
  /** Entities whose records are moved although they belong to one record only. */
  readonly withParts: ReadonlySet<string>
}

export async function moveRecords(rows: RowStore, request: MoveRequest): Promise<Moves> {
  const moves: Moves = { columnMoves: [], listMoves: [], moved: new Map(), staying: new Map() }
  for (const reference of referencePlaces(request.entity.name)) {
    if ('table' in reference.place) await moveInLists(rows, reference, request, moves)
    else await moveInColumn(rows, reference, request, moves)
  }
  return moves
}

async function moveInColumn(
  rows: RowStore,
  { holder, place }: ReferencePlace,
  { entity, from, to, withParts }: MoveRequest,
  moves: Moves,
): Promise<void> {
  if ('table' in place) return
  const column = 'entities' in place ? place.idColumn : place.column
  const where = 'entities' in place ? { [place.entityColumn]: entity.name, [column]: from } : { [column]: from }
  const found = await rows.select(holder.table, where, { lock: 'update' })
  // The survivor does not refer to itself, and the merged record keeps what it had.
  const others = found.filter(({ id }) => id !== to && id !== from)
  if (others.length === 0) return
  const isPart = entity.merge?.parts?.includes(holder.name) === true && !withParts.has(holder.name)
  const staying = isPart ? others : await twinsAmong(rows, holder, column, to, others)
  const stays = new Set(staying.map(({ id }) => id as string))
  const ids = others.flatMap(({ id }) => (stays.has(id as string) ? [] : [id as string]))
  note(
    moves.staying,
    holder.name,
    staying.filter(({ deleted }) => deleted === null).map(({ id }) => id as string),
  )
  if (ids.length === 0) return
  await rows.update(holder.table, { [column]: to }, { id: ids })
  moves.columnMoves.push({ entity: holder.name, table: holder.table, column, ids })
  const live = new Set(others.filter(({ deleted }) => deleted === null).map(({ id }) => id))
  note(
    moves.moved,
    holder.name,
    ids.filter(id => live.has(id)),
  )
}

/** The rows that would equal another live record in the columns that distinguish records of the entity. */
async function twinsAmong(
  rows: RowStore,
  { table, distinctBy = [] }: Entity,
  column: string,
  to: string,
  moving: readonly RecordRow[],
): Promise<RecordRow[]> {
  if (!distinctBy.includes(column)) return []
  const theirs = await rows.select(table, { [column]: to, deleted: null })
  const nameOf = (row: RecordRow) => JSON.stringify(distinctBy.map(name => row[name] ?? null))
  const names = new Set(theirs.map(nameOf))
  return moving.filter(row => {
    const moved = { ...row, [column]: to }
    const toItself = distinctBy.some(name => name !== column && row[name] === to)
    if (toItself || names.has(nameOf(moved))) return true
    names.add(nameOf(moved))
    return false
  })
}

async function moveInLists(
  rows: RowStore,
  { holder, place }: ReferencePlace,
  { from, to }: MoveRequest,
  moves: Moves,
): Promise<void> {
  if (!('table' in place)) return
  const { table, column } = place
  const owner = column === 'item' ? 'owner' : 'item'
  const found = await rows.select(table, { [column]: from })
  if (found.length === 0) return
  const owners = found.map(row => row[owner] as string)
  const theirs = await rows.select(table, { [column]: to, [owner]: owners })
  const positions = new Map(theirs.map(row => [row[owner] as string, Number(row.position)]))
  const removed = found.filter(row => positions.has(row[owner] as string))
  for (const row of removed) {
    const list = row[owner] as string
    await rows.remove(table, { [column]: from, [owner]: list })
    const position = Number(row.position)
    if (position < (positions.get(list) ?? 0)) await rows.update(table, { position }, { [column]: to, [owner]: list })
  }
  const moved = owners.filter(id => !positions.has(id))
  if (moved.length > 0) await rows.update(table, { [column]: to }, { [column]: from, [owner]: moved })
  moves.listMoves.push({ entity: holder.name, table, column, owner, owners: moved, removed })
  note(moves.moved, holder.name, owners)
}

interface ReturnRequest {
  readonly from: string
  /** The record that the survivor's records belong to now. */
  readonly survivor: string
}

/** Moves back what still belongs to the survivor. Returns the numbers of the records that went back, and that did not. */
export async function returnRecords(
  rows: RowStore,
  { columnMoves, listMoves }: Pick<Journal, 'columnMoves' | 'listMoves'>,
  { from, survivor }: ReturnRequest,
): Promise<{ returned: Unit; left: Unit }> {
  const [returned, left]: [Unit, Unit] = [new Map(), new Map()]
  for (const { entity, table, column, ids } of columnMoves) {
    const still = await rows.values(table, 'id', { id: ids, [column]: survivor }, { lock: 'update' })
    if (still.length > 0) await rows.update(table, { [column]: from }, { id: still })
    note(returned, entity, still)
    note(left, entity, notAmong(ids, still))
  }
  for (const { entity, table, column, owner, owners, removed } of listMoves) {
    const still = await rows.values(table, owner, { [column]: survivor, [owner]: owners })
    if (still.length > 0) await rows.update(table, { [column]: from }, { [column]: survivor, [owner]: still })
    note(returned, entity, still)
    note(left, entity, notAmong(owners, still))
    for (const row of removed) {
      const list = row[owner] as string
      if (!(await rows.exists(table, { [column]: survivor, [owner]: list }))) continue
      if (await rows.exists(table, { [column]: from, [owner]: list })) continue
      await rows.insert(table, { ...row })
      note(returned, entity, [list])
    }
  }
  return { returned, left }
}

const notAmong = (ids: readonly string[], some: readonly string[]): string[] => {
  const known = new Set(some)
  return ids.filter(id => !known.has(id))
}

/** The number of records of each entity. */
export const counts = (unit: Unit): Record<string, number> =>
  Object.fromEntries([...unit].filter(([, ids]) => ids.size > 0).map(([entity, ids]) => [entity, ids.size]))
