// Creates, finds and lists databases, which are the tenants of a store.
import { type Clock, seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import { fold } from '../base/fold.ts'
import type { ModelTables } from '../model/tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import { topics } from '../storage/topics.ts'

const statement = statementsOn<ModelTables>()

export interface Database {
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly created: number
}

const nameMaxLength = 64

const columns = ['id', 'name', 'currency', 'created'] as const
const byName = statement((db, p: Args<{ name: string }>) =>
  db.selectFrom('database').select(columns).where('name_f', '=', p('name')),
)
const byId = statement((db, p: Args<{ id: number }>) =>
  db.selectFrom('database').select(columns).where('id', '=', p('id')),
)
const all = statement(db => db.selectFrom('database').select(columns).orderBy('name_f'))
const highest = statement(db => db.selectFrom('database').select(eb => eb.fn.max('id').as('id')))
const insert = statement(
  (db, p: Args<{ id: number; name: string; nameF: string; currency: string; created: number }>) =>
    db
      .insertInto('database')
      .values({ id: p('id'), name: p('name'), name_f: p('nameF'), currency: p('currency'), created: p('created') })
      .onConflict(c => c.doNothing()),
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

/** Creates the row of a database. The function's user adds the contents of the database in the same transaction. */
export async function createDatabase(
  tx: Tx,
  dialect: Store['dialect'],
  given: { name: string; currency: string },
  clock: Clock,
): Promise<Database> {
  checkDatabaseName(given.name)
  if (!/^[A-Z]{3}$/.test(given.currency)) refuse('InvalidValue', 'currency', 'A currency is an ISO 4217 code: USD.')
  const nameF = fold(given.name)
  const created = seconds(clock)
  // Two transactions may pick the same number; the one whose insert changed no row tries the next number.
  for (;;) {
    if ((await tx.rows(byName(dialect, { name: nameF }))).length > 0) {
      refuse('AlreadyExists', 'name', `There is a database ${given.name} already.`)
    }
    const [top] = await tx.rows(highest(dialect, {}))
    const id = (top?.id ?? 0) + 1
    const row = { id, name: given.name, nameF, currency: given.currency, created }
    if ((await tx.run(insert(dialect, row))) === 1) {
      await tx.publish(topics.database, id)
      return { id, name: given.name, currency: given.currency, created }
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
