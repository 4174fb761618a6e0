// Opens the store for a command, finds the database that the command names, and closes the store at the end.
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Database, findDatabase, listDatabases } from '../accounts/databases.ts'
import { systemClock } from '../base/clock.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { withoutPassword } from '../config/mask.ts'
import type { Settings } from '../config/settings.ts'
import { openStore, parseStoreUrl } from '../storage/open.ts'
import { optionsOf } from '../storage/options.ts'
import { migrate, migrationStatus } from '../storage/schema/migrate.ts'
import type { Store } from '../storage/store.ts'
import type { CommandContext } from './command.ts'
import { CommandError, usageError } from './failure.ts'
import { type Records, recordsOf } from './records.ts'

/** Opens the store as it is; a SQLite file that does not exist is created. */
export async function withRawStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(settings.store, {
    clock: systemClock,
    poolSize: 2,
    ...optionsOf(settings),
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Every server of a store receives what another process publishes within this time. */
const receivedMs = 1_000

/** Waits until every server of the store refuses what the command has ended. */
export const untilReceived = (): Promise<void> => setTimeout(receivedMs)

/** Whether the store's file is missing. PostgreSQL has no file. */
export function isMissing(settings: Settings): boolean {
  const address = parseStoreUrl(settings.store)
  return address.engine === 'sqlite' && !existsSync(address.path)
}

/** Opens a store that exists, and brings it to the tables of this version. A misspelt path must not make a store. */
export async function withStore<T>(context: CommandContext, work: (store: Store) => Promise<T>): Promise<T> {
  const settings = context.loaded.values
  if (isMissing(settings)) throw noStore(settings)
  const { tables } = await context.product()
  return withRawStore(settings, async store => {
    if ((await migrationStatus(store, tables)).stored === null) throw noStore(settings)
    await migrate(store, tables)
    return work(store)
  })
}

/** As withStore, but makes the store if there is none. */
export async function withNewStore<T>(context: CommandContext, work: (store: Store) => Promise<T>): Promise<T> {
  const { tables } = await context.product()
  return withRawStore(context.loaded.values, async store => {
    await migrate(store, tables)
    return work(store)
  })
}

const noStore = ({ store }: Settings): CommandError =>
  new CommandError(
    `There is no store at ${withoutPassword(store)}. "clientele database create NAME" makes one; --store names another.`,
  )

interface OpenDatabase {
  readonly store: Store
  readonly database: Database
  readonly records: Records
}

/** Opens the store and the database of `--database`. */
export const withDatabase = <T>(context: CommandContext, work: (open: OpenDatabase) => Promise<T>): Promise<T> =>
  withStore(context, async store => {
    const database = await databaseNamed(store, String(context.options.database))
    const parts = { store, clock: systemClock, settings: context.loaded.values }
    return work({ store, database, records: recordsOf(parts, database) })
  })

/** A failure when there is no database of that name. */
export async function databaseNamed(store: Store, name: string): Promise<Database> {
  const found = await findDatabase(store, name)
  if (found) return found
  const near = didYouMean(
    name,
    (await listDatabases(store)).map(database => database.name),
  )
  throw new CommandError(`There is no database ${name}.${near} "clientele database list" shows them.`)
}

/** The database of that name; without a name, the only one of the store. */
export async function onlyDatabase(store: Store, name: unknown): Promise<Database> {
  if (name !== undefined) return databaseNamed(store, String(name))
  const [only, ...others] = await listDatabases(store)
  if (only && others.length === 0) return only
  const names = [only, ...others].map(database => database?.name).join(', ')
  throw only
    ? usageError(`The store has several databases: ${names}. Choose one with --database.`)
    : new CommandError('The store has no database; "clientele database create NAME" makes one.')
}
