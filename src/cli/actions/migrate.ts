// Migrates the store to this version, or lists the steps that would take.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../config/settings.ts'
import { migrate, migrationStatus } from '../../storage/schema/migrate.ts'
import type { Table } from '../../storage/table.ts'
import type { Action } from '../command.ts'
import { isMissing, withRawStore } from '../with-store.ts'

export const migrateStore: Action = async ({ product, output, loaded, options }) => {
  const { tables } = await product()
  if (options.dryRun === true) {
    const { state, pending, stored, own } = await statusOf(loaded.values, tables)
    output.object({ state, pending, stored, own })
    for (const step of pending) output.line(step)
    output.line(conclusions[state](pending.length))
    return state === 'newer' ? 1 : 0
  }
  const done = await withRawStore(loaded.values, store => migrate(store, tables))
  output.object({ done })
  for (const step of done) output.line(step)
  output.line(done.length === 0 ? 'The store is up to date.' : `Done: ${done.length} changes.`)
  return 0
}

/** The plan for a store that does not exist is made with an empty store in a temporary folder. */
async function statusOf(settings: Settings, tables: readonly Table[]) {
  if (!isMissing(settings)) return withRawStore(settings, store => migrationStatus(store, tables))
  const folder = mkdtempSync(join(tmpdir(), 'clientele-'))
  try {
    const empty = { ...settings, store: `sqlite:${join(folder, 'empty.db')}` }
    return await withRawStore(empty, store => migrationStatus(store, tables))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const conclusions = {
  current: () => 'The store is up to date.',
  pending: (count: number) => `${count} changes would be made.`,
  newer: () => 'The store was written by a newer version. Use that version.',
}
