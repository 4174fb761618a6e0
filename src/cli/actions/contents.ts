// Lists, restores and purges deleted records, and adds sample data.
import { seconds, systemClock } from '../../base/clock.ts'
import { limitsOf } from '../../config/limits.ts'
import { operationsOf } from '../../entities/entity.ts'
import { entities } from '../../entities/index.ts'
import { decodeKey } from '../../fields/record-key.ts'
import { purgeAll } from '../../operations/bin/purge.ts'
import { seedDatabase } from '../../seed/seed.ts'
import { ensureSetups } from '../../seed/setups.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { withDatabase, withStore } from '../with-store.ts'
import { progress } from './progress.ts'

const binFields = { Key: 1, DisplayValue: 1, DeletedDate: 1, DeletedBy: 1 }

export const listBin: Action = context =>
  withDatabase(context, async ({ database, records }) => {
    const top = context.options.limit as number
    const found: { key: unknown; entity: string; name: unknown; deleted: unknown; by: unknown }[] = []
    for (const { name: entity } of entities.filter(each => operationsOf(each).includes('Restore'))) {
      const deleted = await records.read(entity, { fields: binFields, order: 'DeletedDate', top, deleted: true })
      for (const { Key: key, DisplayValue: name, DeletedDate, DeletedBy: by } of deleted)
        found.push({ key, entity, name, deleted: DeletedDate, by })
    }
    const shown = found.sort((a, b) => String(b.deleted).localeCompare(String(a.deleted))).slice(0, top)
    context.output.object({ records: shown })
    const rows = shown.map(({ key, entity, name, deleted, by }) => [deleted, by, entity, name, key])
    if (rows.length > 0) context.output.table(['DELETED', 'BY', 'ENTITY', 'NAME', 'KEY'], rows)
    else context.output.line(`The recycle bin of ${database.name} is empty.`)
    return 0
  })

export const restoreRecord: Action = context =>
  withDatabase(context, async ({ records }) => {
    const key = String(context.options.key)
    const kind = decodeKey(key)?.kind
    const entity = entities.find(({ name }) => name === kind)?.name
    if (entity === undefined) throw new CommandError(`--key: ${key} is not the key of a record.`)
    await records.restore(entity, key)
    context.output.object({ key, entity })
    context.output.line(`Restored the ${entity}, with all that was deleted with it.`)
    return 0
  })

export const purgeBins: Action = context =>
  withStore(context, async store => {
    const purged = await purgeAll(store, limitsOf(context.loaded.values), seconds(systemClock))
    context.output.object({ purged })
    context.output.line(`${purged} records removed for good.`)
    return 0
  })

export const seedEntries: Action = context =>
  withDatabase(context, async ({ store, database }) => {
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
