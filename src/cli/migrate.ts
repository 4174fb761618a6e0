// Adds `clientele migrate`, which migrates the store to this version, or lists the steps that would take.
import { migrate, migrationStatus } from '../storage/migrate.ts'
import { type AddCommand, type CommandContext, command } from './frame.ts'
import { withStore } from './with-store.ts'

export const addMigrate: AddCommand = (parent, product) => {
  const text = 'Bring the store to the tables of this version (serve does so too).'
  command(parent, product, 'migrate', text, run).option('--dry-run', 'say what would be done, and do nothing')
}

function run({ product, output, loaded, options }: CommandContext): Promise<number> {
  return withStore(loaded.values, async store => {
    if (options.dryRun === true) {
      const { state, pending, stored, own } = await migrationStatus(store, product.tables)
      output.object({ state, pending, stored, own })
      for (const step of pending) output.line(step)
      output.line(conclusions[state](pending.length))
      return state === 'newer' ? 1 : 0
    }
    const done = await migrate(store, product.tables)
    output.object({ done })
    for (const step of done) output.line(step)
    output.line(done.length === 0 ? 'The store is up to date.' : `Done: ${done.length} changes.`)
    return 0
  })
}

const conclusions = {
  current: () => 'The store is up to date.',
  pending: (count: number) => `${count} changes would be made.`,
  newer: () => 'The store was written by a newer version. Use that version.',
}
