// Moves what hangs on a lead to the entry that it becomes, and back when the conversion is undone.
import type { EntityTables } from '../../model/entity-tables.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { RowStore } from '../rows/row-store.ts'

const statement = statementsOn<EntityTables>()

/** The identifiers of what followed a lead, by entity. */
export type Followers = Readonly<Record<string, readonly string[]>>

const lists = { Interaction: 'interaction', Appointment: 'appointment' } as const
const parts = { Note: 'note', Document: 'document' } as const

type ListHolder = keyof typeof lists
type Part = keyof typeof parts

const entriesOf = (holder: ListHolder): string => `${lists[holder]}_ab_entries`

interface Following {
  readonly lead: string
  readonly entry: string
}

const newestStart = statement((db, p: Args<{ db: number; lead: string }>) =>
  db
    .selectFrom('interaction_leads as l')
    .innerJoin('interaction as i', join => join.onRef('i.db', '=', 'l.db').onRef('i.id', '=', 'l.owner'))
    .select(({ fn }) => fn.max('i.start_date').as('start'))
    .where('l.db', '=', p('db'))
    .where('l.item', '=', p('lead'))
    .where('i.deleted', 'is', null),
)

/** The epoch seconds at which the newest interaction of a lead began; null without one. */
export async function lastInteraction({ tx, dialect, db }: RowStore, lead: string): Promise<number | null> {
  const [row] = await tx.rows(newestStart(dialect, { db, lead }))
  return row?.start ?? null
}

/** Notes and documents move, tasks get the entry too, and the entry joins interactions and appointments. */
export async function follow(
  rows: RowStore,
  { lead, entry }: Following,
  { notes, documents }: { readonly notes: boolean; readonly documents: boolean },
): Promise<Followers> {
  const followers: Record<string, readonly string[]> = {}
  for (const part of [...(notes ? ['Note' as const] : []), ...(documents ? ['Document' as const] : [])]) {
    const where = { parent_kind: 'Lead', parent_id: lead, deleted: null }
    const ids = await rows.values(parts[part], 'id', where, { lock: 'update' })
    if (ids.length > 0) await rows.update(parts[part], { parent_kind: 'AbEntry', parent_id: entry }, { id: ids })
    followers[part] = ids
  }
  const open = { lead_key: lead, ab_entry_key: null, deleted: null }
  const tasks = await rows.values('task', 'id', open, { lock: 'update' })
  if (tasks.length > 0) await rows.update('task', { ab_entry_key: entry }, { id: tasks })
  followers.Task = tasks
  for (const holder of Object.keys(lists) as ListHolder[]) followers[holder] = await join(rows, holder, { lead, entry })
  return followers
}

async function join(rows: RowStore, holder: ListHolder, { lead, entry }: Following): Promise<string[]> {
  const owners = await rows.values(`${lists[holder]}_leads`, 'owner', { item: lead })
  const there = new Map<string, number>()
  for (const { owner, item, position } of await rows.select(entriesOf(holder), { owner: owners })) {
    const next = item === entry ? Number.NaN : Number(position) + 1
    there.set(owner as string, Math.max(there.get(owner as string) ?? 0, next))
  }
  const joined = owners.filter(owner => !Number.isNaN(there.get(owner) ?? 0))
  for (const owner of joined)
    await rows.insert(entriesOf(holder), { owner, item: entry, position: there.get(owner) ?? 0 })
  return joined
}

/** Gives the lead back what still belongs to the entry. */
export async function giveBack(rows: RowStore, { lead, entry }: Following, followers: Followers): Promise<void> {
  for (const part of Object.keys(parts) as Part[]) {
    const where = { id: followers[part] ?? [], parent_kind: 'AbEntry', parent_id: entry }
    await rows.update(parts[part], { parent_kind: 'Lead', parent_id: lead }, where)
  }
  await rows.update('task', { ab_entry_key: null }, { id: followers.Task ?? [], lead_key: lead, ab_entry_key: entry })
  for (const holder of Object.keys(lists) as ListHolder[])
    await rows.remove(entriesOf(holder), { owner: followers[holder] ?? [], item: entry })
}
