// Migrates one store per engine and test run, which fresh stores are copies of: a migration costs ten times as much as a copy.
import { existsSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openStore } from '../../src/storage/open.ts'
import { makeTemplate } from './postgres.ts'

// `npm test` says the name and removes the templates at the end. A test file that runs alone has none: it migrates its stores.
const name = process.env.CLIENTELE_TEST_TEMPLATE

let database: Promise<string | undefined> | undefined

/** The name of the PostgreSQL database to copy. */
export function templateDatabase(): Promise<string | undefined> {
  database ??= name ? makeTemplate(name, migrated).then(() => name) : Promise.resolve(undefined)
  return database
}

/** The SQLite file to copy. */
export async function templateFile(): Promise<string | undefined> {
  if (!name) return undefined
  const path = join(tmpdir(), `${name}.db`)
  if (existsSync(path)) return path
  const own = `${path}.${process.pid}`
  await migrated(`sqlite:${own}`)
  renameSync(own, path)
  return path
}

async function migrated(url: string): Promise<void> {
  // Imported here, since most tests of a store alone do not need the product.
  const { tables } = await import('../../src/app.ts')
  const store = await openStore(url, { clock: systemClock })
  await migrate(store, tables)
  await store.close()
}
