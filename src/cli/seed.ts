// Adds `clientele seed`, which fills a database with sample data.
import { InvalidArgumentError } from 'commander'
import { systemClock } from '../base/clock.ts'
import { seedDatabase } from '../seed/seed.ts'
import { ensureSetups } from '../seed/setups.ts'
import { type AddCommand, type CommandContext, command } from './frame.ts'
import { progress } from './progress.ts'
import { withDatabase } from './with-database.ts'

export const addSeed: AddCommand = (parent, product) => {
  const about = 'Add made-up but lifelike data: entries with their interactions and opportunities, without history.'
  command(parent, product, 'seed', about, seed)
    .requiredOption('--database <name>', 'the database')
    .requiredOption('--entries <count>', 'how many entries of the address book to add', wholeNumber)
    .option('--seed <number>', 'the same number makes the same data; another one, other data', wholeNumber, 1)
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It takes a whole number.')
  return value
}

const seed = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, database) => {
    const { options, output, loaded } = context
    const parts = { store, clock: systemClock, settings: loaded.values }
    const entries = options.entries as number
    const bar = progress(output, `Seeding ${database.name}`)
    const started = performance.now()
    await ensureSetups(parts, database)
    const made = await seedDatabase(parts, {
      database,
      entries,
      seed: options.seed as number,
      onProgress: bar.update,
    })
    bar.end()
    const seconds = Math.round((performance.now() - started) / 100) / 10
    output.object({ database: database.name, seed: options.seed, made, seconds })
    const list = Object.entries(made).map(([entity, count]) => `${count.toLocaleString('en-US')} ${entity}`)
    output.line(`Added to ${database.name} in ${seconds} s: ${list.join(', ')}.`)
    return 0
  })
