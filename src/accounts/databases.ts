// Creates, finds, lists, renames and deletes databases, which are the tenants of a store.
import { type Clock, seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import { fold } from '../base/text/fold.ts'
import type { ModelTables } from '../model/tables.ts'
import { topics } from '../storage/nodes/topics.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'

const statement = statementsOn<ModelTables>()

export interface Database {
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly created: number
  /** The IANA name of the time zone in which its days begin. */
  readonly time_zone: string
}

const nameMaxLength = 64

const columns = ['id', 'name', 'currency', 'created', 'time_zone'] as const
const byName = statement((db, p: Args<{ name: string }>) =>
  db.selectFrom('database').select(columns).where('name_f', '=', p('name')).where('deleted', 'is', null),
)
const byId = statement((db, p: Args<{ id: number }>) =>
  db.selectFrom('database').select(columns).where('id', '=', p('id')).where('deleted', 'is', null),
)
const all = statement(db => db.selectFrom('database').select(columns).where('deleted', 'is', null).orderBy('name_f'))
const highest = statement(db => db.selectFrom('database').select(eb => eb.fn.max('id').as('id')))
const insert = statement(
  (db, p: Args<{ id: number; name: string; nameF: string; currency: string; created: number; zone: string }>) =>
    db
      .insertInto('database')
      .values({
        ...{ id: p('id'), name: p('name'), name_f: p('nameF'), currency: p('currency'), created: p('created') },
        time_zone: p('zone'),
      })
      .onConflict(c => c.doNothing()),
)

const rename = statement((db, p: Args<{ id: number; name: string; nameF: string }>) =>
  db
    .updateTable('database')
    .set({ name: p('name'), name_f: p('nameF') })
    .where('id', '=', p('id'))
    .where('deleted', 'is', null),
)
const markDeleted = statement((db, p: Args<{ id: number; nameF: string; now: number }>) =>
  db
    .updateTable('database')
    .set({ deleted: p('now'), name_f: p('nameF') })
    .where('id', '=', p('id'))
    .where('deleted', 'is', null),
)
const uncleared = statement(db =>
  db.selectFrom('database').select('id').where('deleted', 'is not', null).where('cleared', '=', 0).orderBy('id'),
)
const markCleared = statement((db, p: Args<{ id: number }>) =>
  db.updateTable('database').set({ cleared: 1 }).where('id', '=', p('id')).where('deleted', 'is not', null),
)

/** The name is part of login_hint (`d <name> u <uid>`), of file names and of command lines, so it has no spaces. */
function checkDatabaseName(name: string): void {
  if (name.length > nameMaxLength || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    refuse(
      'InvalidValue',
      'name',
      `A database's name is 1 to ${nameMaxLength} letters, digits, dots, hyphens or underscores, and begins with a letter or digit.`,
    )
  }
}

export interface NewDatabase {
  readonly name: string
  readonly currency: string
  /** UTC when it is left out. */
  readonly timeZone?: string | undefined
}

/** The usual spelling of a time zone's name. */
function checkedZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return refuse('InvalidValue', 'time-zone', `${name} is not a time zone such as Europe/Berlin.`)
  }
}

/** Creates the row of a database. The function's user adds the contents of the database in the same transaction. */
export async function createDatabase(
  tx: Tx,
  dialect: Store['dialect'],
  given: NewDatabase,
  clock: Clock,
): Promise<Database> {
  checkDatabaseName(given.name)
  if (!/^[A-Z]{3}$/.test(given.currency)) refuse('InvalidValue', 'currency', 'A currency is an ISO 4217 code: USD.')
  const zone = checkedZone(given.timeZone ?? 'UTC')
  const nameF = fold(given.name)
  const created = seconds(clock)
  // Two transactions may pick the same number; the transaction whose insert changed no row tries the next number.
  for (;;) {
    if ((await tx.rows(byName(dialect, { name: nameF }))).length > 0) {
      refuse('AlreadyExists', 'name', `There is a database ${given.name} already.`)
    }
    const [top] = await tx.rows(highest(dialect, {}))
    const id = (top?.id ?? 0) + 1
    const row = { id, name: given.name, nameF, currency: given.currency, created, zone }
    if ((await tx.run(insert(dialect, row))) === 1) {
      await tx.publish(topics.database, id)
      return { id, name: given.name, currency: given.currency, created, time_zone: zone }
    }
  }
}

/** Finds a database by name, ignoring letter case. */
export async function findDatabase(store: Store, name: string): Promise<Database | null> {
  const [row] = await store.rows(byName(store.dialect, { name: fold(name) }))
  return row ?? null
}

export async function databaseById(store: Store, id: number): Promise<Database | null> {
  const [row] = await store.rows(byId(store.dialect, { id }))
  return row ?? null
}

export const listDatabases = (store: Store): Promise<Database[]> => store.rows(all(store.dialect, {}))

/** Renames a database. The name must be unique; a change of letter case alone is allowed. */
export async function renameDatabase(store: Store, { id }: Database, name: string): Promise<Database> {
  checkDatabaseName(name)
  const { dialect } = store
  return store.write(async tx => {
    const [other] = await tx.rows(byName(dialect, { name: fold(name) }))
    if (other && other.id !== id) refuse('AlreadyExists', 'name', `There is a database ${other.name} already.`)
    await tx.run(rename(dialect, { id, name, nameF: fold(name) }))
    await tx.publish(topics.database, id)
    const [renamed] = await tx.rows(byId(dialect, { id }))
    return renamed ?? refuse('UnknownKey', 'name', 'The database was deleted meanwhile.')
  })
}

/**
 * Ends a database: sign-ins and tokens stop working at once, and its name is free again. `clearDatabase` removes its
 * contents.
 */
export const endDatabase = (store: Store, { id }: Database, clock: Clock): Promise<boolean> =>
  store.write(async tx => {
    // No database that a person creates has a space in its name.
    const row = { id, nameF: `deleted ${id}`, now: seconds(clock) }
    const ended = (await tx.run(markDeleted(store.dialect, row))) === 1
    if (ended) await tx.publish(topics.database, id)
    return ended
  })

/** The databases that have ended, and whose contents are not all removed yet. */
export const unclearedDatabases = async (store: Store): Promise<number[]> =>
  (await store.rows(uncleared(store.dialect, {}))).map(({ id }) => id)

export const setCleared = (store: Store, id: number): Promise<number> =>
  store.write(tx => tx.run(markCleared(store.dialect, { id })))
