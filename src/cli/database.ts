// Adds `clientele database`, which creates a database with its defaults and lists databases.
import { listDatabases } from '../accounts/databases.ts'
import { systemClock } from '../base/clock.ts'
import { isoDateTime } from '../fields/moment.ts'
import { createDatabaseWithDefaults } from '../operations/system/new-database.ts'
import { migrate } from '../storage/migrate.ts'
import { type AddCommand, type CommandContext, command } from './frame.ts'
import { withStore } from './with-store.ts'

export const addDatabase: AddCommand = (parent, product) => {
  const family = parent
    .command('database')
    .description('Databases: each holds one organisation, apart from all others.')
  command(family, product, 'create <name>', 'Create a database, with option lists and a sales process.', create).option(
    '--currency <code>',
    'the corporate currency, an ISO 4217 code',
    'USD',
  )
  command(family, product, 'list', 'List the databases of the store.', list)
}

const create = ({ product, output, loaded, options, args }: CommandContext): Promise<number> =>
  withStore(loaded.values, async store => {
    await migrate(store, product.tables)
    const given = { name: String(args[0]), currency: String(options.currency).toUpperCase() }
    const parts = { store, clock: systemClock, settings: loaded.values }
    const { name, currency } = await createDatabaseWithDefaults(parts, given)
    output.object({ name, currency })
    output.line(`Created the database ${name} (${currency}).`)
    return 0
  })

const list = ({ product, output, loaded }: CommandContext): Promise<number> =>
  withStore(loaded.values, async store => {
    await migrate(store, product.tables)
    const databases = (await listDatabases(store)).map(({ name, currency, created }) => ({
      name,
      currency,
      created: isoDateTime(created),
    }))
    output.object({ databases })
    for (const { name, currency, created } of databases) output.line(`${name}  ${currency}  created ${created}`)
    if (databases.length === 0) output.line('There are no databases; `clientele database create NAME` makes one.')
    return 0
  })
