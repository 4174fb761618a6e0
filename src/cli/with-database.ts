// Opens and migrates the store for a command and finds the database that the command names.
import { type Database, findDatabase } from '../accounts/databases.ts'
import { migrate } from '../storage/migrate.ts'
import type { Store } from '../storage/store.ts'
import { type CommandContext, CommandError } from './frame.ts'
import { withStore } from './with-store.ts'

export function withDatabase<T>(
  { loaded, options, product }: CommandContext,
  work: (store: Store, database: Database) => Promise<T>,
): Promise<T> {
  return withStore(loaded.values, async store => {
    await migrate(store, product.tables)
    const name = String(options.database)
    const database = await findDatabase(store, name)
    if (!database) throw new CommandError(`There is no database ${name}; \`clientele database list\` shows them.`)
    return work(store, database)
  })
}
