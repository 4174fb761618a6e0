// Adds `clientele bin`, which restores deleted records and purges those past their time in the recycle bin.
import { seconds, systemClock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { limitsOf } from '../config/limits.ts'
import { decodeKey } from '../fields/record-key.ts'
import { purgeAll } from '../operations/bin/purge.ts'
import { systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'
import { migrate } from '../storage/migrate.ts'
import { type AddCommand, type CommandContext, CommandError, command } from './frame.ts'
import { withDatabase } from './with-database.ts'
import { withStore } from './with-store.ts'

export const addBin: AddCommand = (parent, product) => {
  const family = parent.command('bin').description('The recycle bin, where deleted records stay for a while.')
  command(family, product, 'restore', 'Bring back a record, with all that was deleted with it.', restore)
    .requiredOption('--database <name>', 'the database')
    .requiredOption('--key <key>', 'the key of the record')
  command(family, product, 'purge', 'Remove for good what has been there too long (a server does so by itself).', purge)
}

const restore = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, database) => {
    const key = String(context.options.key)
    const operation = await systemContext({ store, clock: systemClock, settings: context.loaded.values }, database)
    const entity = operation.catalog.model.find(decodeKey(key)?.kind ?? '')
    if (!entity) throw new CommandError(`${key} is not the key of a record.`)
    const request = { member: entity.name, entity, log: false, content: { Data: { Key: key } } }
    try {
      await runWrites('Restore', [request], operation)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new CommandError(
        error
          .told()
          .map(p => p.message.replaceAll(`${entity.name}.Data.`, ''))
          .join('\n'),
      )
    }
    context.output.object({ key, entity: entity.name })
    context.output.line(`Restored the ${entity.name}, with all that was deleted with it.`)
    return 0
  })

const purge = ({ product, output, loaded }: CommandContext): Promise<number> =>
  withStore(loaded.values, async store => {
    await migrate(store, product.tables)
    const purged = await purgeAll(store, limitsOf(loaded.values), seconds(systemClock))
    output.object({ purged })
    output.line(`${purged} records removed for good.`)
    return 0
  })
