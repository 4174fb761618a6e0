// Stores who takes over the records of users that the provider removes, and writes changes of the set-up to History.
import type { Caller } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { changedMembers, insertHistory } from '../operations/record/record-history.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Reader, Store, Tx } from '../storage/store.ts'
import { type ScimTables, scimSettingsTable } from './tables.ts'

const statement = statementsOn<EntityTables & ScimTables>()

export interface ScimSettings {
  /** The Uid of the user who takes over; null without one. */
  readonly successor: string | null
  /** The manager of the user takes over, and the successor only without a manager. */
  readonly byManager: boolean
}

const read = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('scim').select(['successor', 'by_manager']).where('db', '=', p('db')),
)
const remove = statement((db, p: Args<{ db: number }>) => db.deleteFrom('scim').where('db', '=', p('db')))
const insert = insertStatement(scimSettingsTable)
const enabled = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select('id')
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('enabled', '=', 1)
    .where('deleted', 'is', null),
)

/** The user who changes the set-up, for History. */
export type ScimAuthor = Pick<Caller, 'db' | 'uid' | 'application'>

interface HistoryParts {
  readonly tx: Tx
  readonly store: Store
  readonly clock: Clock
}

export async function scimHistory(
  { tx, store, clock }: HistoryParts,
  caller: ScimAuthor,
  operation: 'Create' | 'Update' | 'Delete',
  changes: ReturnType<typeof changedMembers>,
): Promise<void> {
  const rows = new RowStore(tx, store.dialect, caller.db)
  const author = { caller, now: seconds(clock), id: identifierMaker(clock)() }
  const written = { operation, changes: JSON.stringify(changes) }
  await insertHistory(rows, author, { entity: 'Provisioning', record: '/Provisioning', ...written })
}

export async function scimSettings(reader: Reader, { dialect }: Store, db: number): Promise<ScimSettings> {
  const [row] = await reader.rows(read(dialect, { db }))
  return { successor: row?.successor ?? null, byManager: row?.by_manager === 1 }
}

export const setScimSettings = (store: Store, by: ScimAuthor, given: ScimSettings, clock: Clock): Promise<void> =>
  store.write(async tx => {
    const { db } = by
    const members = ({ successor, byManager }: ScimSettings) => ({ Successor: successor, ByManager: byManager })
    const changes = changedMembers(members(await scimSettings(tx, store, db)), members(given))
    if (changes.length === 0) return
    const row = { db, successor: given.successor, by_manager: given.byManager ? 1 : 0, changed: seconds(clock) }
    await tx.run(remove(store.dialect, { db }))
    await tx.run(insert(store.dialect, row))
    await scimHistory({ tx, store, clock }, by, 'Update', changes)
  })

/** Whether a user can work on records. */
export const isEnabled = async (store: Store, db: number, uid: string): Promise<boolean> =>
  (await store.rows(enabled(store.dialect, { db, uid }))).length === 1

/** Who takes over the records of a user; null when there is none who could. */
export async function successorOf(
  store: Store,
  db: number,
  { uid, manager }: { readonly uid: string; readonly manager: string | null },
): Promise<string | null> {
  const { successor, byManager } = await scimSettings(store, store, db)
  for (const candidate of [byManager ? manager : null, successor]) {
    if (candidate !== null && candidate !== uid && (await isEnabled(store, db, candidate))) return candidate
  }
  return null
}
