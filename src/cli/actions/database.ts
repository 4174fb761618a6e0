// Creates, lists, shows, renames, moves and deletes databases.
import { type Database, endDatabase, listDatabases, renameDatabase as rename } from '../../accounts/databases.ts'
import { systemClock } from '../../base/clock.ts'
import { Refusal } from '../../base/errors.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { clearDatabases } from '../../operations/system/clear-database.ts'
import { createDatabaseWithDefaults } from '../../operations/system/new-database.ts'
import type { Action } from '../command.ts'
import { CommandError, refusalError, usageError } from '../failure.ts'
import { askLine } from '../read-secret.ts'
import { recordsOf } from '../records.ts'
import { databaseNamed, withNewStore, withStore } from '../with-store.ts'

const shown = ({ name, currency, created, time_zone: timeZone }: Database) => ({
  ...{ name, currency, timeZone },
  created: isoDateTime(created),
})

export const createDatabase: Action = context =>
  withNewStore(context, async store => {
    const { output, loaded, options, args } = context
    const currencyCode = String(options.currency).toUpperCase()
    const given = { name: String(args[0]), currency: currencyCode, timeZone: String(options.timeZone) }
    const parts = { store, clock: systemClock, settings: loaded.values }
    const made = await createDatabaseWithDefaults(parts, given).catch(inFlags)
    const { name, currency, time_zone: timeZone } = made
    output.object({ name, currency, timeZone })
    output.line(`Created the database ${name} (${currency}, ${timeZone}).`)
    return 0
  })

const inFlags = (error: unknown): never => {
  throw error instanceof Refusal ? refusalError(error, message => message) : error
}

export const listAll: Action = context =>
  withStore(context, async store => {
    const databases = (await listDatabases(store)).map(shown)
    context.output.object({ databases })
    const rows = databases.map(({ name, currency, created }) => [name, currency, created])
    if (rows.length > 0) context.output.table(['NAME', 'CURRENCY', 'CREATED'], rows)
    else context.output.line('There are no databases; "clientele database create NAME" makes one.')
    return 0
  })

/** What is counted, by entity. */
const counted = { users: 'User', groups: 'SecurityGroup', entries: 'AbEntry', opportunities: 'Opportunity' } as const

export const showDatabase: Action = context =>
  withStore(context, async store => {
    const database = await databaseNamed(store, String(context.args[0]))
    const records = recordsOf({ store, clock: systemClock, settings: context.loaded.values }, database)
    const counts: Record<string, unknown> = {}
    for (const [name, entity] of Object.entries(counted)) {
      const [row] = await records.read(entity, { fields: { '$COUNT()': 1 } })
      counts[name] = row?.['$COUNT()'] ?? 0
    }
    const node = await store.placement.nodeOf(database.id)
    const facts = { ...shown(database), ...counts, ...(node !== undefined && { node }) }
    context.output.object(facts)
    context.output.facts(facts)
    return 0
  })

export const renameDatabase: Action = context =>
  withStore(context, async store => {
    const [from, to] = context.args as [string, string]
    const database = await databaseNamed(store, from)
    const renamed = await rename(store, database, to).catch(inFlags)
    context.output.object({ name: renamed.name, before: database.name })
    context.output.line(`${database.name} is now ${renamed.name}.`)
    return 0
  })

export const moveDatabase: Action = context =>
  withStore(context, async store => {
    const { output, options, args } = context
    const { placement } = store
    const database = await databaseNamed(store, String(args[0]))
    const before = await placement.nodeOf(database.id)
    await placement.move(database.id, String(options.to), step => output.note(`${database.name}: ${step}`))
    const node = await placement.nodeOf(database.id)
    output.object({ name: database.name, before, node })
    output.line(`${database.name} is on ${node}.`)
    return 0
  })

export const deleteDatabase: Action = context =>
  withStore(context, async store => {
    const { options, output, args, product } = context
    const database = await databaseNamed(store, String(args[0]))
    if (options.yes !== true) await confirm(database.name)
    await endDatabase(store, database, systemClock)
    const rows = await clearDatabases(store, (await product()).tables)
    output.object({ name: database.name, rows })
    output.line(`Deleted the database ${database.name} (${rows.toLocaleString('en-US')} rows).`)
    return 0
  })

async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY) throw usageError(`Everything in ${name} would be lost. Say --yes if that is meant.`)
  const typed = await askLine(`Everything in ${name} will be lost. Type its name to go on: `)
  if (typed !== name) throw new CommandError('That is not its name. Nothing was deleted.')
}
